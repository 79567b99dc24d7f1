import type { PortalContext, Section } from './context.ts'
import type { PortalResponse } from './response.ts'

/** The parsed body of a request. */
export interface RequestBody {
  /** Empty unless the body is a form. */
  form: FormData
  /** Undefined unless the body is JSON. */
  json: unknown
}

export interface RouteOptions {
  /** The route is a 404 while the workspace has turned this section off. */
  section?: Section
  /** Signed-out visitors may use the route even on a private portal, for example to sign in. */
  isSignInOptional?: boolean
  /** A GET whose response may be the same for all signed-out visitors. It may also come from a replica. */
  isCacheable?: boolean
  /** Pages of other sites may call the route. It authenticates by header or body and ignores cookies (cors.ts). */
  isCrossOrigin?: boolean
  /** Errors are JSON, whatever the request accepts. */
  isJsonOnly?: boolean
}

/** One route of the portal; its path starts below the base. */
export interface PortalRoute {
  method: 'GET' | 'POST' | 'OPTIONS'
  path: string
  options: RouteOptions
  handle(context: PortalContext, body: RequestBody): Promise<PortalResponse>
}

export const get = (
  path: string,
  options: RouteOptions,
  handle: (context: PortalContext) => Promise<PortalResponse>,
): PortalRoute => ({
  method: 'GET',
  path,
  options,
  handle,
})

export const post = (path: string, options: RouteOptions, handle: PortalRoute['handle']): PortalRoute => ({
  method: 'POST',
  path,
  options,
  handle,
})
