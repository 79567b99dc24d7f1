import { type Detail, invalid } from '../../platform/problems.ts'
import type { Static, TSchema } from '../../platform/schemas.ts'
import { checkOf } from '../../platform/validation.ts'
import type { Sent } from '../http/route.ts'
import type { Visit } from '../http/context.ts'

/** Reads what a script has sent. @throws 400 that names all that is wrong with it, and `more` */
export type ReadJson<T> = (visit: Visit, sent: Sent, more?: Detail[]) => T

/** For bodies of this shape and nothing beside it, as in the API. */
export function jsonReader<T extends TSchema>(schema: T): ReadJson<Static<T>> {
  const check = checkOf(schema, '')
  return ({ query }, { json }, more = []) => {
    const body = json === undefined ? [{ path: '', message: unreadable }] : check(json)
    const asked = [...new Set(query.keys())].map((name) => ({ path: `query.${name}`, message: 'is not known here' }))
    const details = [...body, ...asked, ...more]
    if (details.length > 0) throw invalid(details)
    return json as Static<T>
  }
}

const unreadable = 'must be well-formed JSON, sent as Content-Type: application/json'
