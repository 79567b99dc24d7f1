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
  /** The request they are similar to; null for a title being typed. */
  of: string | null
  similar: SimilarRequest[]
}

/** Finds requests similar to an existing one (`of`), or to a title being typed. */
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
