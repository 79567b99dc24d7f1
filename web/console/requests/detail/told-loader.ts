import { loaderFor } from '#server/console/handlers.ts'
import { requireId } from '#server/console/require-id.ts'
import { listTold, type ToldCustomer, toldLimit } from '#server/notifications/deliveries/told.ts'
import { isUuid } from '#server/platform/ids.ts'
import { notFound } from '#server/platform/problems.ts'

export interface ToldResponse {
  people: ToldCustomer[]
  hasMore: boolean
}

/** Lists who was told of an entry of the history (`?event=…`) or of a reply (`?comment=…`). */
export const loader = loaderFor.member(async ({ scope, params, url: { searchParams } }): Promise<ToldResponse> => {
  const feedbackId = requireId(params)
  const [auditEventId, commentId] = [searchParams.get('event'), searchParams.get('comment')]
  const id = commentId ?? auditEventId
  if (id === null || !isUuid(id)) throw notFound()
  const people = await listTold(scope, {
    feedbackId,
    ...(commentId === null ? { auditEventId: id } : { commentId: id }),
  })
  return { people: people.slice(0, toldLimit), hasMore: people.length > toldLimit }
})

/** What was sent does not change with an act on the page. */
export const shouldRevalidate = (): boolean => false
