import type { Answer } from './response.ts'
import type { Section, Visit } from './context.ts'

/** What a form or a script has sent. */
export interface Sent {
  /** Empty when what came was no form. */
  form: FormData
  /** Undefined when what came was no JSON. */
  json: unknown
}

export interface RouteOptions {
  /** What the workspace can switch off: then this is a 404. */
  section?: Section
  /** Also for who is not signed in where the portal is private: the way in. */
  isOpen?: boolean
  /** A GET whose answer may be the same for all who are not signed in. */
  isShared?: boolean
  /** What pages of other sites may ask too: what is sent says who asks, and cookies say nothing (cors.ts). */
  isFromAnywhere?: boolean
  /** Whatever is asked for, what is refused is told as JSON. */
  isForScripts?: boolean
}

/** One address of the portal, below its base. */
export interface PortalRoute {
  method: 'GET' | 'POST' | 'OPTIONS'
  path: string
  options: RouteOptions
  handle(visit: Visit, sent: Sent): Promise<Answer>
}

export const get = (path: string, options: RouteOptions, handle: (visit: Visit) => Promise<Answer>): PortalRoute => ({
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
