import { AsyncLocalStorage } from 'node:async_hooks'
import type { ApiResource } from './credentials.ts'

const calls = new AsyncLocalStorage<ApiResource>()

/**
 * Runs work whose calls of the API, injected in this process, are calls of another resource: their tokens must be good for
 * that one. No client can choose it, because nothing of a request does.
 */
export const withResource = <T>(resource: ApiResource, work: () => PromiseLike<T>): Promise<T> =>
  // An injected call begins when it is awaited, which must happen in here.
  calls.run(resource, async () => await work())

/** Returns the resource that the running request was sent to. */
export const currentResource = (): ApiResource => calls.getStore() ?? 'api'

/** The paths of the resources. Below `PUBLIC_URL`, they are the resource indicators (RFC 8707). */
export const resourcePaths = { api: '/api/v1', mcp: '/mcp' } as const satisfies Record<ApiResource, string>

export const metadataBase = '/.well-known/oauth-protected-resource'

/** Returns the `WWW-Authenticate` header of a 401, which says where to learn how to get a token (RFC 9728, section 5.1). */
export const bearerChallenge = (publicUrl: string, resource: ApiResource): string =>
  `Bearer resource_metadata="${publicUrl}${metadataBase}${resourcePaths[resource]}"`
