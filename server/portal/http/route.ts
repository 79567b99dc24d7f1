import type { PortalContext, Section } from './context.ts'
import type { PortalResponse } from './response.ts'

/** What a form or a script has sent. */
export interface RequestBody {
  /** Empty when what came was no form. */
  form: FormData
  /** Undefined when what came was no JSON. */
  json: unknown
}

export interface RouteOptions {
  /** What the workspace can switch off: then this is a 404. */
  section?: Section
  /** Also for who is not signed in where the portal is private: the way in. */
  isSignInOptional?: boolean
  /** A GET whose answer may be the same for all who are not signed in. */
  isCacheable?: boolean
  /** What pages of other sites may ask too: what is sent says who asks, and cookies say nothing (cors.ts). */
  isCrossOrigin?: boolean
  /** Whatever is asked for, what is refused is told as JSON. */
  isJsonOnly?: boolean
}

/** One address of the portal, below its base. */
export interface PortalRoute {
  method: 'GET' | 'POST' | 'OPTIONS'
  path: string
  options: RouteOptions
  handle(visit: PortalContext, sent: RequestBody): Promise<PortalResponse>
}

export const get = (
  path: string,
  options: RouteOptions,
  handle: (visit: PortalContext) => Promise<PortalResponse>,
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
