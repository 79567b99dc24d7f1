import type { Html } from '../../platform/formats/html.ts'

/** A page of the portal, without what surrounds it on every page. */
export interface PageResponse {
  kind: 'page'
  status: number
  title: string
  /** For search engines and previews of links; a sentence or two. */
  description: string | null
  body: Html
  /** The path below the portal's address that search engines should know the page by; null: they should not list it. */
  canonical: string | null
  /** Whether it is the same for everybody who is not signed in. */
  isCacheable: boolean
  /** Further elements of the head. */
  head: Html | null
  /** What previews of links are told that it is (Open Graph protocol). */
  type: 'website' | 'article'
  /** The address of an image for such previews; null: the workspace's logo. */
  image: string | null
  /** Roadmap: columns beside one another. */
  isWide: boolean
  /** What of the navigation it belongs to. */
  section: 'requests' | 'roadmap' | 'changelog' | null
}

/** A feed or another text. */
export interface TextResponse {
  kind: 'text'
  type: string
  body: string
  isCacheable: boolean
}

export interface JsonResponse {
  kind: 'data'
  status: number
  body: unknown
}

export interface RedirectResponse {
  kind: 'redirect'
  /** 303 after a form, 301 for an address that has moved. */
  status: 301 | 302 | 303
  /** An address that the browser can be sent to as it stands. */
  location: string
}

/** 204: for a preflight, or a script that needs no more. */
export interface NoContentResponse {
  kind: 'nothing'
}

/** What a handler answers. Headers, such as cookies, come with any. */
export type PortalResponse = (PageResponse | TextResponse | JsonResponse | RedirectResponse | NoContentResponse) & {
  headers?: Record<string, string>
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
  isWide: false,
  section: null,
  ...parts,
})

/** For a script: a JSON value. */
export const jsonResponse = (body: unknown, status = 200): JsonResponse => ({ kind: 'data', status, body })

/** After a form, to a page of this portal. @param path below the portal's base, as it stands in an address. */
export const redirectTo = ({ base }: { base: string }, path: string): RedirectResponse => ({
  kind: 'redirect',
  status: 303,
  location: `${base}${path}` || '/',
})

export const textResponse = (type: string, body: string): TextResponse => ({
  kind: 'text',
  type,
  body,
  isCacheable: true,
})
