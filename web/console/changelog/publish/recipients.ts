import { validateForm } from '#server/console/form.ts'
import { loaderFor } from '#server/console/handlers.ts'
import { requireId } from '#server/console/require-id.ts'
import { Audience } from '#server/notifications/announcements/audience.ts'
import {
  type AnnouncementRecipientCounts,
  countAnnouncementRecipients,
} from '#server/notifications/recipients/announcement-recipients.ts'

export interface ReachedResponse {
  /** The audience that was counted. */
  of: string
  reached: AnnouncementRecipientCounts
}

/** Counts the customers whom publishing would email, for a board or a tag: `?audience=board:…`. */
export const loader = loaderFor.member(async ({ scope, params, url }): Promise<ReachedResponse> => {
  const audience = validateForm(Audience, url.searchParams.get('audience') ?? '')
  return { of: audience, reached: await countAnnouncementRecipients(scope, { audience, entryId: requireId(params) }) }
})
