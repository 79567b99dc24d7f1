import { loaderFor } from '#server/console/handlers.ts'
import { requireId } from '#server/console/require-id.ts'
import { listTold, type ToldCustomer, toldLimit } from '#server/notifications/deliveries/told.ts'
import { isUuid } from '#server/platform/ids.ts'
import { notFound } from '#server/platform/problems.ts'

export interface ToldResponse {
  people: ToldCustomer[]
  hasMore: boolean
}

/** Lists who was emailed about an entry of the history (`?event=…`) or a reply (`?comment=…`). */
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

/** Never reloads: an action on the page does not change what was sent. */
export const shouldRevalidate = (): boolean => false
