import { findAnything } from '#server/console/find-anything.ts'
import { loads } from '#server/console/page.ts'
import { Signer } from '#server/platform/secrets.ts'
import { picksOf } from './found.ts'

/** What the palette finds while one types. */
export const loader = loads.member(async ({ scope, url, home, deps }) => {
  const found = await findAnything(scope, url.searchParams.get('search') ?? '', new Signer(deps.secretKey, 'cursors'))
  return { picks: picksOf(found, home) }
})
