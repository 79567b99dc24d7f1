import { cursorSigner } from '#server/console/cursor-signer.ts'
import { findAnything } from '#server/console/find-anything.ts'
import { loads } from '#server/console/page.ts'
import { picksOf } from './found.ts'

/** What the palette finds while one types. */
export const loader = loads.member(async ({ scope, url, home, deps }) => {
  const found = await findAnything(scope, url.searchParams.get('search') ?? '', cursorSigner(deps))
  return { picks: picksOf(found, home) }
})
