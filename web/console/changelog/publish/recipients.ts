import { validateForm } from '#server/console/form.ts'
import { loaderFor } from '#server/console/handlers.ts'
import { Audience } from '#server/notifications/announcements/audience.ts'
import {
  type AnnouncementRecipientCounts,
  countAnnouncementRecipients,
} from '#server/notifications/recipients/announcement-recipients.ts'
import { isUuid } from '#server/platform/ids.ts'
import { notFound } from '#server/platform/problems.ts'

// The maximum number of requests that an entry can link.
const maxLinked = 100

export interface ReachedResponse {
  /** The query to which this is the response. */
  of: string
  /** Null for more requests than an entry can link. */
  reached: AnnouncementRecipientCounts | null
}

/** Counts the customers whom publishing would email: `?audience=board:…`, or `?audience=asked&linked=…` per request. */
export const loader = loaderFor.member(async ({ scope, url: { searchParams } }): Promise<ReachedResponse> => {
  const audience = validateForm(Audience, searchParams.get('audience') ?? '')
  const linkedIds = searchParams.getAll('linked')
  if (!linkedIds.every(isUuid)) throw notFound()
  const of = searchParams.toString()
  // An error would replace the editor and what was typed there. Saving says that these are too many.
  if (linkedIds.length > maxLinked) return { of, reached: null }
  return { of, reached: await countAnnouncementRecipients(scope, { audience, linkedIds }) }
})
