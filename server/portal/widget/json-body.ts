import { invalid, type ProblemDetail } from '../../platform/problems.ts'
import type { Static, TSchema } from '../../platform/schemas.ts'
import { createValidator } from '../../platform/validation.ts'
import type { PortalContext } from '../http/context.ts'
import type { RequestBody } from '../http/route.ts'

/** Parses a script's body. @throws 400 that lists all its errors, including `more` */
export type ParseJsonBody<T> = (context: PortalContext, body: RequestBody, more?: ProblemDetail[]) => T

/** Creates a parser for bodies of one shape. Like the API, it rejects unknown members and query parameters. */
export function jsonBodyParser<T extends TSchema>(schema: T): ParseJsonBody<Static<T>> {
  const check = createValidator(schema, '')
  return ({ query }, { json }, more = []) => {
    const members = json === undefined ? [{ path: '', message: unreadable }] : check(json)
    const names = [...new Set(query.keys())]
    const parameters = names.map((name) => ({ path: `query.${name}`, message: 'is not a known parameter' }))
    const details = [...members, ...parameters, ...more]
    if (details.length > 0) throw invalid(details)
    return json as Static<T>
  }
}

const unreadable = 'must be well-formed JSON, sent as Content-Type: application/json'
