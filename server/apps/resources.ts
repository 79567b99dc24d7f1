import { type ApiResource, apiResources } from '../platform/http/api/credentials.ts'
import { resourcePaths } from '../platform/http/api/resource.ts'

/** Returns the resource indicator of a resource (RFC 8707). */
export const resourceIndicator = (publicUrl: string, resource: ApiResource): string =>
  publicUrl + resourcePaths[resource]

/** Returns the resource that an indicator names; null if it names none of ours. A slash at the end makes no difference. */
export const resourceOfIndicator = (publicUrl: string, indicator: string): ApiResource | null =>
  apiResources.find((resource) => indicator.replace(/\/$/, '') === resourceIndicator(publicUrl, resource)) ?? null

/** Returns the resource that an indicator names; null if it names none of ours. */
export const resourcesOf = (publicUrl: string, indicators: readonly string[]): ApiResource[] =>
  apiResources.filter((resource) => indicators.some((each) => resourceOfIndicator(publicUrl, each) === resource))
