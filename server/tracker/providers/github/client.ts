import type { Static, TSchema } from 'typebox'
import type { OutboundAnswer } from '../../../platform/outbound/outbound.ts'
import { type Access, TrackerError } from '../../tracker.ts'
import { appToken, forgetToken, installationToken } from './app-auth.ts'
import { failureOf, refusalOf } from './errors.ts'
import { askPlainly, type Question } from './http.ts'
import { shapeOf } from './schemas.ts'

/** GitHub's REST API for one credential. A path begins with a slash; what stands in it is encoded. */
export interface Client {
  /** Any answer that is about what was asked, successful or not. @throws revoked, unavailable */
  ask(path: string, question?: Question): Promise<OutboundAnswer>
  /** @throws also refused and stale */
  get<T extends TSchema>(path: string, shape: T): Promise<Static<T>>
  /** All of a list, page by page. `pick` is what a page holds. */
  list<T extends TSchema, E>(path: string, shape: T, pick: (page: Static<T>) => E[], atMost: number): Promise<E[]>
  /** The same as `get`, as the app itself instead of its installation. */
  getAsApp<T extends TSchema>(path: string, shape: T): Promise<Static<T>>
}

/** The most that GitHub gives. */
export const perPage = 100

export const isSuccess = ({ status }: OutboundAnswer): boolean => status >= 200 && status < 300

export function createClient(access: Access): Client {
  const { credential } = access

  const ask: Client['ask'] = async (path, question) => {
    const token = await tokenOf(access)
    let answer = await askPlainly(access, token, path, question)
    // Kept for up to an hour, in which it may have been revoked; a request that it did not let in did nothing.
    if (answer.status === 401 && credential.kind === 'app' && forgetToken(access, credential, token)) {
      answer = await askPlainly(access, await tokenOf(access), path, question)
    }
    const failure = failureOf(answer)
    if (failure) throw failure
    return answer
  }
  const get: Client['get'] = async (path, shape) => contentOf(await ask(path), shape)

  return {
    ask,
    get,
    async list(path, shape, pick, atMost) {
      const found: ReturnType<typeof pick> = []
      for (let page = 1; found.length < atMost; page++) {
        const more = pick(await get(`${path}${path.includes('?') ? '&' : '?'}per_page=${perPage}&page=${page}`, shape))
        found.push(...more)
        if (more.length < perPage) break
      }
      return found.slice(0, atMost)
    },
    async getAsApp(path, shape) {
      if (credential.kind !== 'app') return get(path, shape)
      const answer = await askPlainly(access, await appToken(credential), path)
      const failure = failureOf(answer)
      if (failure) throw failure
      if (answer.status === 404) throw new TrackerError('revoked', 'The installation of this GitHub App is gone')
      return contentOf(answer, shape)
    },
  }
}

async function tokenOf(access: Access): Promise<string> {
  const { credential } = access
  if (credential.kind === 'token') return credential.token
  if (credential.kind === 'app') return installationToken(access, credential)
  throw new TrackerError('stale', 'GitHub takes a token or a GitHub App')
}

/** @throws refused, stale */
export function contentOf<T extends TSchema>(answer: OutboundAnswer, shape: T): Static<T> {
  if (!isSuccess(answer)) throw refusalOf(answer)
  return shapeOf(answer, shape)
}
