import type { Static, TSchema } from 'typebox'
import type { OutboundResponse } from '../../../platform/outbound/outbound.ts'
import { type SessionOptions, TrackerError } from '../../tracker.ts'
import { createAppJwt, evictToken, getInstallationToken } from './app-auth.ts'
import { detectFailure, toRefusal } from './errors.ts'
import { type GitHubRequest, sendRequest } from './http.ts'
import { parseResponse } from './schemas.ts'

/** GitHub's REST API with one credential. Paths begin with a slash and are already encoded. */
export interface GitHubClient {
  /** Returns any response about the resource itself, successful or not. @throws revoked, unavailable */
  request(path: string, options?: GitHubRequest): Promise<OutboundResponse>
  /** @throws revoked, unavailable, refused, stale */
  get<T extends TSchema>(path: string, shape: T): Promise<Static<T>>
  /** Loads a list page by page. @param pick returns the items of a page. */
  list<T extends TSchema, E>(path: string, shape: T, pick: (page: Static<T>) => E[], maxItems: number): Promise<E[]>
  /** Like `get`, but authenticated as the App instead of its installation. */
  getAsApp<T extends TSchema>(path: string, shape: T): Promise<Static<T>>
}

/** GitHub's maximum page size. */
export const perPage = 100

export const isSuccess = ({ status }: OutboundResponse): boolean => status >= 200 && status < 300

export function createGitHubClient(access: SessionOptions): GitHubClient {
  const { credential } = access

  const request: GitHubClient['request'] = async (path, options) => {
    const token = await getToken(access)
    let response = await sendRequest(access, token, path, options)
    // A cached token may have been revoked since. A rejected request has had no effect, so it is safe to repeat.
    if (response.status === 401 && credential.kind === 'app' && evictToken(access, credential, token)) {
      response = await sendRequest(access, await getToken(access), path, options)
    }
    const failure = detectFailure(response)
    if (failure) throw failure
    return response
  }
  const get: GitHubClient['get'] = async (path, shape) => requireContent(await request(path), shape)

  return {
    request,
    get,
    async list(path, shape, pick, maxItems) {
      const items: ReturnType<typeof pick> = []
      for (let page = 1; items.length < maxItems; page++) {
        const more = pick(await get(`${path}${path.includes('?') ? '&' : '?'}per_page=${perPage}&page=${page}`, shape))
        items.push(...more)
        if (more.length < perPage) break
      }
      return items.slice(0, maxItems)
    },
    async getAsApp(path, shape) {
      if (credential.kind !== 'app') return get(path, shape)
      const response = await sendRequest(access, await createAppJwt(credential), path)
      const failure = detectFailure(response)
      if (failure) throw failure
      if (response.status === 404) throw new TrackerError('revoked', 'The installation of this GitHub App is gone')
      return requireContent(response, shape)
    },
  }
}

async function getToken(access: SessionOptions): Promise<string> {
  const { credential } = access
  if (credential.kind === 'token') return credential.token
  if (credential.kind === 'app') return getInstallationToken(access, credential)
  throw new TrackerError('stale', 'GitHub needs a token or a GitHub App')
}

/** Parses a successful response. @throws refused, stale */
export function requireContent<T extends TSchema>(response: OutboundResponse, shape: T): Static<T> {
  if (!isSuccess(response)) throw toRefusal(response)
  return parseResponse(response, shape)
}
