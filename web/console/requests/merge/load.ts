import { getCursorSigner } from '#server/console/cursor-signer.ts'
import type { MemberContext } from '#server/console/page-context.ts'
import { requireId } from '#server/console/require-id.ts'
import { listConsoleFeedback } from '#server/feedback/console/list.ts'
import { previewMerge } from '#server/feedback/merge/preview.ts'
import { getFeedback } from '#server/feedback/queries.ts'
import { listMergeTargets } from '#server/feedback/search/similar.ts'
import { isUuid } from '#server/platform/ids.ts'
import { notFound } from '#server/platform/problems.ts'
import type { Stage } from '../../../ui/messages.ts'

/** A request that can be the target of the merge. */
export interface MergeCandidate {
  id: string
  title: string
  stage: Stage
  votes: number
  createdAt: string
}

// With more results, people refine the search instead of reading on.
const maxCandidates = 10

/** Loads the preview of a merge if the URL has a target (`into`), and targets to choose from otherwise. @throws 404 */
export async function loadMergePage(context: MemberContext) {
  const { scope, params, url, home, membership } = context
  const id = requireId(params)
  const intoId = url.searchParams.get('into')
  if (intoId !== null && !isUuid(intoId)) throw notFound()
  const shared = { home, workspace: membership.name }
  const { title, description } = await getFeedback(scope, id)
  if (intoId !== null) {
    return { ...shared, source: { id, title }, preview: await previewMerge(scope, id, intoId), search: null }
  }
  const text = url.searchParams.get('search')?.trim().slice(0, 200) ?? ''
  const candidates =
    text === ''
      ? await listMergeTargets(scope, { title, description, excludeId: id })
      : await searchCandidates(context, id, text)
  return { ...shared, source: { id, title }, preview: null, search: { text, candidates } }
}

export type MergePageData = Awaited<ReturnType<typeof loadMergePage>>

async function searchCandidates({ scope, deps }: MemberContext, id: string, text: string): Promise<MergeCandidate[]> {
  const page = await listConsoleFeedback(scope, { search: text, limit: maxCandidates + 1 }, getCursorSigner(deps))
  return page.data
    .filter((row) => row.id !== id)
    .slice(0, maxCandidates)
    .map(({ id, title, stage, votes, createdAt }) => ({ id, title, stage, votes, createdAt }))
}
