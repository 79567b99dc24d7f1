import { getCursorSigner } from '#server/console/cursor-signer.ts'
import { loaderFor } from '#server/console/handlers.ts'
import { searchWorkspace } from '#server/console/search.ts'
import { describeCounts, toSearchOptions } from './search-results.ts'

/** Searches the workspace while someone types in the palette. */
export const loader = loaderFor.memberFromReplica(async ({ scope, url, home, deps }) => {
  const text = (url.searchParams.get('search') ?? '').trim()
  const results = await searchWorkspace(scope, text, getCursorSigner(deps))
  return { picks: toSearchOptions(results, home, text), counts: describeCounts(results) }
})
