import { cursorSigner } from '#server/console/cursor-signer.ts'
import type { MemberVisit } from '#server/console/page-context.ts'
import { consoleFeedbackPage } from '#server/feedback/console/list.ts'
import { mergeForecast } from '#server/feedback/merge/preview.ts'
import { feedbackCan } from '#server/feedback/permissions.ts'
import { getFeedback } from '#server/feedback/queries.ts'
import { similarRequests } from '#server/feedback/search/similar.ts'
import { permit } from '#server/members/roles.ts'
import { isUuid } from '#server/platform/ids.ts'
import { notFound } from '#server/platform/problems.ts'
import type { Stage } from '../../../ui/messages.ts'

/** A request to be merged into. */
export interface Candidate {
  id: string
  title: string
  stage: Stage
  votes: number
  createdAt: string
}

// More than one reads before the search is made longer.
const foundAtMost = 10

/** With `into` what the merge would come to; else requests to choose from. @throws 404 */
export async function mergeOf(visit: MemberVisit) {
  const { scope, params, url, home, membership } = visit
  permit(feedbackCan(scope.actor).merge)
  const id = params.id ?? ''
  const intoId = url.searchParams.get('into')
  if (!isUuid(id) || (intoId !== null && !isUuid(intoId))) throw notFound()
  const frame = { home, workspace: membership.name }
  const { title, description } = await getFeedback(scope, id)
  if (intoId !== null) {
    return { ...frame, source: { id, title }, forecast: await mergeForecast(scope, id, intoId), choice: null }
  }
  const search = url.searchParams.get('search')?.trim().slice(0, 200) ?? ''
  const candidates =
    search === '' ? await similarRequests(scope, { title, description, excludeId: id }) : await found(visit, id, search)
  return { ...frame, source: { id, title }, forecast: null, choice: { search, candidates } }
}

export type MergeData = Awaited<ReturnType<typeof mergeOf>>

async function found({ scope, deps }: MemberVisit, id: string, search: string): Promise<Candidate[]> {
  const page = await consoleFeedbackPage(scope, { search, limit: foundAtMost + 1 }, cursorSigner(deps))
  return page.data
    .filter((row) => row.id !== id)
    .slice(0, foundAtMost)
    .map(({ id, title, stage, votes, createdAt }) => ({ id, title, stage, votes, createdAt }))
}
