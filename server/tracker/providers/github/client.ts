import type { Static, TSchema } from 'typebox'
import type { OutboundResponse } from '../../../platform/outbound/outbound.ts'
import { type SessionOptions, TrackerError } from '../../tracker.ts'
import { createAppJwt, evictToken, getInstallationToken } from './app-auth.ts'
import { detectFailure, toRefusal } from './errors.ts'
import { type GitHubRequest, sendRequest } from './http.ts'
import { parseResponse } from './schemas.ts'

/** GitHub's REST API for one credential. A path begins with a slash; what stands in it is encoded. */
export interface GitHubClient {
  /** Any answer that is about what was asked, successful or not. @throws revoked, unavailable */
  request(path: string, question?: GitHubRequest): Promise<OutboundResponse>
  /** @throws also refused and stale */
  get<T extends TSchema>(path: string, shape: T): Promise<Static<T>>
  /** All of a list, page by page. `pick` is what a page holds. */
  list<T extends TSchema, E>(path: string, shape: T, pick: (page: Static<T>) => E[], atMost: number): Promise<E[]>
  /** The same as `get`, as the app itself instead of its installation. */
  getAsApp<T extends TSchema>(path: string, shape: T): Promise<Static<T>>
}

/** The most that GitHub gives. */
export const perPage = 100

export const isSuccess = ({ status }: OutboundResponse): boolean => status >= 200 && status < 300

export function createGitHubClient(access: SessionOptions): GitHubClient {
  const { credential } = access

  const ask: GitHubClient['request'] = async (path, question) => {
    const token = await getToken(access)
    let answer = await sendRequest(access, token, path, question)
    // Kept for up to an hour, in which it may have been revoked; a request that it did not let in did nothing.
    if (answer.status === 401 && credential.kind === 'app' && evictToken(access, credential, token)) {
      answer = await sendRequest(access, await getToken(access), path, question)
    }
    const failure = detectFailure(answer)
    if (failure) throw failure
    return answer
  }
  const get: GitHubClient['get'] = async (path, shape) => requireContent(await ask(path), shape)

  return {
    request: ask,
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
      const answer = await sendRequest(access, await createAppJwt(credential), path)
      const failure = detectFailure(answer)
      if (failure) throw failure
      if (answer.status === 404) throw new TrackerError('revoked', 'The installation of this GitHub App is gone')
      return requireContent(answer, shape)
    },
  }
}

async function getToken(access: SessionOptions): Promise<string> {
  const { credential } = access
  if (credential.kind === 'token') return credential.token
  if (credential.kind === 'app') return getInstallationToken(access, credential)
  throw new TrackerError('stale', 'GitHub takes a token or a GitHub App')
}

/** @throws refused, stale */
export function requireContent<T extends TSchema>(answer: OutboundResponse, shape: T): Static<T> {
  if (!isSuccess(answer)) throw toRefusal(answer)
  return parseResponse(answer, shape)
}
