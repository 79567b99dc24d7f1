import { type RawBuilder, sql } from 'kysely'
import { legalMessages } from './messages.ts'

/** The addresses of a workspace’s legal pages; null for those that are not set. */
export interface LegalUrls {
  privacyUrl: string | null
  termsUrl: string | null
  imprintUrl: string | null
}

export interface LegalLink {
  label: string
  url: string
}

/** The columns of `workspaces` that hold the addresses. */
export const legalColumns = ['privacy_url as privacyUrl', 'terms_url as termsUrl', 'imprint_url as imprintUrl'] as const

/** Selects the addresses of the workspace with the table alias `w`. */
export const selectLegalUrls: RawBuilder<unknown> = sql`w.privacy_url as "privacyUrl", w.terms_url as "termsUrl",
  w.imprint_url as "imprintUrl"`

/** Returns the links that are set, in the order in which every surface shows them. */
export function legalLinks({ privacyUrl, termsUrl, imprintUrl }: LegalUrls): LegalLink[] {
  const pages: [label: string, url: string | null][] = [
    [legalMessages.privacy, privacyUrl],
    [legalMessages.terms, termsUrl],
    [legalMessages.imprint, imprintUrl],
  ]
  return pages.flatMap(([label, url]) => (url === null ? [] : [{ label, url }]))
}

/** Returns the links as lines of a plain text. */
export const legalLines = (links: LegalLink[]): string[] => links.map(({ label, url }) => `${label}: ${url}`)
