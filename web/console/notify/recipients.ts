import { loaderFor } from '#server/console/handlers.ts'
import {
  type CountedAct,
  countRecipients,
  type RecipientCount,
} from '#server/notifications/recipients/count-recipients.ts'
import { isUuid } from '#server/platform/ids.ts'
import { notFound } from '#server/platform/problems.ts'

// As many as one act can change.
const maxIds = 100

export interface RecipientsResponse {
  /** The query that was answered. */
  of: string
  /** Null for more requests than one act can change. */
  recipients: RecipientCount | null
}

/** Counts the people whom a stage change (`kind=stages`) or a reply (`kind=replies`) on requests would email. */
export const loader = loaderFor.member(async ({ scope, url }): Promise<RecipientsResponse> => {
  const { searchParams } = url
  const ids = searchParams.getAll('id')
  const parentId = searchParams.get('parent') ?? undefined
  if (![...ids, ...(parentId === undefined ? [] : [parentId])].every(isUuid)) throw notFound()
  const act: CountedAct = searchParams.get('kind') === 'replies' ? { kind: 'replies', parentId } : { kind: 'stages' }
  const of = searchParams.toString()
  // An error would replace the page and what was typed there.
  if (ids.length > maxIds) return { of, recipients: null }
  return { of, recipients: await countRecipients(scope, ids, act) }
})

/** The count is for a menu that is open: an act that reloads the page does not reload it. */
export const shouldRevalidate = (): boolean => false
