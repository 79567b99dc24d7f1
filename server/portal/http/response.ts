import type { Readable } from 'node:stream'
import type { Html } from '../../platform/formats/html.ts'
import { safeRedirectPath } from '../../platform/http/request/redirect-path.ts'

/** An image for link previews. Its description and size in pixels are absent if they are unknown. */
export interface PreviewImage {
  url: string
  alt?: string
  width?: number
  height?: number
}

/** A page of the portal, without the frame that every page shares. */
export interface PageResponse {
  kind: 'page'
  status: number
  title: string
  /** For search engines and link previews; a sentence or two. */
  description: string | null
  body: Html
  /** The canonical path below the portal's URL; null: search engines should not index the page. */
  canonical: string | null
  /** Whether the page is the same for all signed-out visitors. */
  isCacheable: boolean
  /** More elements of the head. */
  head: Html | null
  /** The `og:type` (Open Graph protocol). */
  type: 'website' | 'article'
  /**
   * The image for link previews; null for a card with the page's title or the workspace's name (images/).
   */
  image: PreviewImage | null
  /** Whether the page has a card of its own, at its canonical path. */
  hasCard: boolean
  /** Whether the page shows text of the team, whose images come from any https host. */
  hasTeamImages: boolean
  /** Whether the page uses the full width, as the columns of the roadmap do. */
  isWide: boolean
  /** The navigation entry to mark as current. */
  section: 'requests' | 'roadmap' | 'changelog' | null
}

/** A feed or other text. */
export interface TextResponse {
  kind: 'text'
  type: string
  body: string
  isCacheable: boolean
}

export interface JsonResponse {
  kind: 'json'
  status: number
  body: unknown
}

export interface RedirectResponse {
  kind: 'redirect'
  /** 303 after a form, 301 for a URL that has moved. */
  status: 301 | 302 | 303
  /** A complete value for the `Location` header. */
  location: string
}

/** A 204, for a preflight or a script that needs no body. */
export interface NoContentResponse {
  kind: 'no-content'
}

/** A binary image. Its handler sets the caching headers. */
export interface ImageResponse {
  kind: 'image'
  type: string
  body: Buffer
}

/** An uploaded file, streamed from its store. Its handler sets every header. */
export interface FileResponse {
  kind: 'file'
  status: number
  body: Readable
}

/** A 304 response, with the headers of the cached response. */
export interface NotModifiedResponse {
  kind: 'not-modified'
}

/** Headers of a response; a list sends the header once per value, as for several cookies. */
export type ResponseHeaders = Record<string, string | string[]>

/** The response of a handler; any kind may carry headers, such as cookies. */
export type PortalResponse = (
  | PageResponse
  | TextResponse
  | JsonResponse
  | RedirectResponse
  | NoContentResponse
  | ImageResponse
  | FileResponse
  | NotModifiedResponse
) & {
  headers?: ResponseHeaders
}

type PageParts = Pick<PageResponse, 'title' | 'body'> & Partial<Omit<PageResponse, 'kind'>>

export const pageResponse = (parts: PageParts): PageResponse => ({
  kind: 'page',
  status: 200,
  description: null,
  canonical: null,
  isCacheable: false,
  head: null,
  type: 'website',
  image: null,
  hasCard: false,
  hasTeamImages: false,
  isWide: false,
  section: null,
  ...parts,
})

/** Builds a JSON response for a script. */
export const jsonResponse = (body: unknown, status = 200): JsonResponse => ({ kind: 'json', status, body })

/**
 * Redirects to a page of this portal after a form; a path that leaves the portal leads to the start page instead.
 * @param path below the portal's base
 */
export const redirectTo = ({ base }: { base: string }, path: string): RedirectResponse => ({
  kind: 'redirect',
  status: 303,
  location: `${base}${safeRedirectPath(path, base)}`,
})

export const textResponse = (type: string, body: string): TextResponse => ({
  kind: 'text',
  type,
  body,
  isCacheable: true,
})
