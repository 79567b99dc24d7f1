import { validateForm } from '#server/console/form.ts'
import { loaderFor } from '#server/console/handlers.ts'
import { getFeedback } from '#server/feedback/queries.ts'
import { FeedbackCreate } from '#server/feedback/schema.ts'
import { listSimilarRequests, type SimilarRequest } from '#server/feedback/search/similar.ts'
import { isUuid } from '#server/platform/ids.ts'
import { notFound } from '#server/platform/problems.ts'
import { Type } from '#server/platform/schemas.ts'

const Draft = Type.Pick(FeedbackCreate, ['title'])

interface SimilarResponse {
  /** The request that they are similar to; null for a title that is being written. */
  of: string | null
  similar: SimilarRequest[]
}

/** Requests that say about the same as one that is there (`of`), or as the title of one that is being written. */
export const loader = loaderFor.member(async ({ scope, url }): Promise<SimilarResponse> => {
  const of = url.searchParams.get('of')
  if (of === null) {
    const title = url.searchParams.get('title')?.trim()
    return { of, similar: title ? await listSimilarRequests(scope, validateForm(Draft, { title })) : [] }
  }
  if (!isUuid(of)) throw notFound()
  const { title, description } = await getFeedback(scope, of)
  return { of, similar: await listSimilarRequests(scope, { title, description, excludeId: of }) }
})
