import { getCursorSigner } from '#server/console/cursor-signer.ts'
import type { MemberContext } from '#server/console/page-context.ts'
import { requireId } from '#server/console/require-id.ts'
import { listConsoleFeedback } from '#server/feedback/console/list.ts'
import { previewMerge } from '#server/feedback/merge/preview.ts'
import { getFeedback } from '#server/feedback/queries.ts'
import { listSimilarRequests } from '#server/feedback/search/similar.ts'
import { isUuid } from '#server/platform/ids.ts'
import { notFound } from '#server/platform/problems.ts'
import type { Stage } from '../../../ui/messages.ts'

/** A request to be merged into. */
export interface MergeCandidate {
  id: string
  title: string
  stage: Stage
  votes: number
  createdAt: string
}

// More than one reads before the search is made longer.
const maxCandidates = 10

/** With `into` what the merge would come to; else requests to choose from. @throws 404 */
export async function loadMergePage(visit: MemberContext) {
  const { scope, params, url, home, membership } = visit
  const id = requireId(params)
  const intoId = url.searchParams.get('into')
  if (intoId !== null && !isUuid(intoId)) throw notFound()
  const frame = { home, workspace: membership.name }
  const { title, description } = await getFeedback(scope, id)
  if (intoId !== null) {
    return { ...frame, source: { id, title }, forecast: await previewMerge(scope, id, intoId), choice: null }
  }
  const search = url.searchParams.get('search')?.trim().slice(0, 200) ?? ''
  const candidates =
    search === ''
      ? await listSimilarRequests(scope, { title, description, excludeId: id })
      : await searchCandidates(visit, id, search)
  return { ...frame, source: { id, title }, forecast: null, choice: { search, candidates } }
}

export type MergePageData = Awaited<ReturnType<typeof loadMergePage>>

async function searchCandidates({ scope, deps }: MemberContext, id: string, search: string): Promise<MergeCandidate[]> {
  const page = await listConsoleFeedback(scope, { search, limit: maxCandidates + 1 }, getCursorSigner(deps))
  return page.data
    .filter((row) => row.id !== id)
    .slice(0, maxCandidates)
    .map(({ id, title, stage, votes, createdAt }) => ({ id, title, stage, votes, createdAt }))
}
