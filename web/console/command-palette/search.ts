import { cursorSigner } from '#server/console/cursor-signer.ts'
import { findAnything } from '#server/console/search.ts'
import { loads } from '#server/console/handlers.ts'
import { picksOf } from './search-results.ts'

/** What the palette finds while one types. */
export const loader = loads.member(async ({ scope, url, home, deps }) => {
  const found = await findAnything(scope, url.searchParams.get('search') ?? '', cursorSigner(deps))
  return { picks: picksOf(found, home) }
})
