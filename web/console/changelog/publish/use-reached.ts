import { useEffect } from 'react'
import type { Audience } from '#server/notifications/announcements/audience.ts'
import type { AnnouncementRecipientCounts } from '#server/notifications/recipients/announcement-recipients.ts'
import { useBackgroundFetcher } from '../../../ui/lib/background-loads.ts'
import type { ReachedResponse } from './recipients.ts'

/**
 * Counts the customers whom an announcement reaches; null until the number is known.
 * @param audience null to count nothing
 * @param linkedIds the linked requests to which the audience `asked` refers
 */
export function useReached(
  home: string,
  audience: Audience | null,
  linkedIds: string[] = [],
): AnnouncementRecipientCounts | null {
  const { load, data } = useBackgroundFetcher<ReachedResponse>()
  const query =
    audience === null
      ? null
      : new URLSearchParams([['audience', audience], ...linkedIds.map((id) => ['linked', id])]).toString()
  useEffect(() => {
    if (query !== null) load(`${home}/changelog/recipients?${query}`)
  }, [load, home, query])
  return data !== undefined && data.of === query ? data.reached : null
}
