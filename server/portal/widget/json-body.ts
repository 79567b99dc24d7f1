import { invalid, type ProblemDetail } from '../../platform/problems.ts'
import type { Static, TSchema } from '../../platform/schemas.ts'
import { compileValidator } from '../../platform/validation.ts'
import type { PortalContext } from '../http/context.ts'
import type { RequestBody } from '../http/route.ts'

/** Reads what a script has sent. @throws 400 that names all that is wrong with it, and `more` */
export type ParseJsonBody<T> = (visit: PortalContext, sent: RequestBody, more?: ProblemDetail[]) => T

/** For bodies of this shape and nothing beside it, as in the API. */
export function jsonBodyParser<T extends TSchema>(schema: T): ParseJsonBody<Static<T>> {
  const check = compileValidator(schema, '')
  return ({ query }, { json }, more = []) => {
    const body = json === undefined ? [{ path: '', message: unreadable }] : check(json)
    const asked = [...new Set(query.keys())].map((name) => ({ path: `query.${name}`, message: 'is not known here' }))
    const details = [...body, ...asked, ...more]
    if (details.length > 0) throw invalid(details)
    return json as Static<T>
  }
}

const unreadable = 'must be well-formed JSON, sent as Content-Type: application/json'
