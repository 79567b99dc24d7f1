import { validateForm } from '#server/console/form.ts'
import { loaderFor } from '#server/console/handlers.ts'
import { getFeedback } from '#server/feedback/queries.ts'
import { FeedbackCreate } from '#server/feedback/schema.ts'
import {
  listMergeTargets,
  listSimilarRequests,
  type MergeTarget,
  type SimilarRequest,
} from '#server/feedback/search/similar.ts'
import { isUuid } from '#server/platform/ids.ts'
import { notFound } from '#server/platform/problems.ts'
import { Type } from '#server/platform/schemas.ts'
import { isNotFound } from '../not-found.ts'

const Draft = Type.Pick(FeedbackCreate, ['title'])

interface SimilarResponse {
  /** The request they are similar to; null for a title being typed. */
  of: string | null
  similar: SimilarRequest[] | MergeTarget[]
}

/** Finds requests that an existing one (`of`) may be merged into, or similar to a title being typed. */
export const loader = loaderFor.memberFromReplica(async ({ scope, url }): Promise<SimilarResponse> => {
  const of = url.searchParams.get('of')
  if (of === null) {
    const title = url.searchParams.get('title')?.trim()
    return { of, similar: title ? await listSimilarRequests(scope, validateForm(Draft, { title })) : [] }
  }
  if (!isUuid(of)) throw notFound()
  const request = await getFeedback(scope, of).catch((error) => {
    // A request that was just merged or deleted: its page reloads this once more.
    if (isNotFound(error)) return null
    throw error
  })
  if (request === null) return { of, similar: [] }
  const { title, description } = request
  return { of, similar: await listMergeTargets(scope, { title, description, excludeId: of }) }
})
