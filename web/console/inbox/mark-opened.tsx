import { useEffect } from 'react'
import { useFetcher } from 'react-router'

/** Marks the inbox’s item about a request as read once its page is open. A prefetch doesn’t count. */
export function MarkOpened({ home, feedbackId, isUnread }: { home: string; feedbackId: string; isUnread: boolean }) {
  const { submit } = useFetcher({ key: `opened ${feedbackId}` })
  useEffect(() => {
    if (isUnread) submit({ intent: 'opened', feedbackId }, { method: 'post', action: `${home}/inbox` })
  }, [isUnread, feedbackId, home, submit])
  return null
}
