import { useEffect } from 'react'
import { useFetcher } from 'react-router'

interface MarkOpenedProps {
  home: string
  of: 'feedbackId' | 'entryId'
  id: string
  isUnread: boolean
}

/** Marks the inbox item about a request or entry as read once its page is open. A prefetch doesn’t count. */
export function MarkOpened({ home, of, id, isUnread }: MarkOpenedProps) {
  const { submit } = useFetcher({ key: `opened ${id}` })
  useEffect(() => {
    if (isUnread) submit({ intent: 'opened', [of]: id }, { method: 'post', action: `${home}/inbox/opened` })
  }, [isUnread, of, id, home, submit])
  return null
}
