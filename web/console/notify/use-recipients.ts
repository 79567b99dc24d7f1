import { useEffect } from 'react'
import { useBackgroundFetcher } from '../../ui/lib/background-loads.ts'
import { useDebouncedValue } from '../../ui/lib/use-debounced-value.ts'
import type { ShownRecipients } from '../messages/notify.ts'
import type { RecipientsResponse } from './recipients.ts'

interface RecipientsQuery {
  /** The requests; none while nothing is to be counted. */
  ids: string[]
  kind: 'stages' | 'replies'
  /** The comment being replied to. */
  parentId?: string | undefined
}

/** Counts whom an act would email; null until the number is known. */
export function useRecipients(home: string, { ids, kind, parentId }: RecipientsQuery): ShownRecipients | null {
  const { load, data } = useBackgroundFetcher<RecipientsResponse>()
  const query = new URLSearchParams([
    ...ids.map((id) => ['id', id]),
    ['kind', kind],
    ...(parentId === undefined ? [] : [['parent', parentId]]),
  ]).toString()
  const settled = useDebouncedValue(ids.length === 0 ? '' : query)
  useEffect(() => {
    if (settled !== '') load(`${home}/requests/recipients?${settled}`)
  }, [load, home, settled])
  return data?.of === query ? data.recipients : null
}
