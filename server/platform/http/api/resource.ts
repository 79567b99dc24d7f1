import { AsyncLocalStorage } from 'node:async_hooks'
import type { ApiResource } from './credentials.ts'

const calls = new AsyncLocalStorage<ApiResource>()

/**
 * Runs work whose injected API calls belong to another resource, for which their tokens must be valid. Clients cannot
 * choose the resource, because it does not depend on the request.
 */
export const withResource = <T>(resource: ApiResource, work: () => PromiseLike<T>): Promise<T> =>
  // An injected call starts when it is awaited, so it must be awaited in this context.
  calls.run(resource, async () => await work())

/** Returns the resource that the running request was sent to. */
export const currentResource = (): ApiResource => calls.getStore() ?? 'api'

/** The paths of the resources. Below `PUBLIC_URL`, they are the resource indicators (RFC 8707). */
export const resourcePaths = { api: '/api/v1', mcp: '/mcp' } as const satisfies Record<ApiResource, string>

export const metadataBase = '/.well-known/oauth-protected-resource'

/**
 * Returns the `WWW-Authenticate` header of a 401, which contains the URL of the resource's metadata (RFC 9728, section
 * 5.1).
 */
export const bearerChallenge = (publicUrl: string, resource: ApiResource): string =>
  `Bearer resource_metadata="${publicUrl}${metadataBase}${resourcePaths[resource]}"`
