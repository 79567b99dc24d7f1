import type { MouseEvent } from 'react'
import { LinkButton } from '../buttons/button.tsx'
import { uiMessages } from '../messages.ts'

interface LoadMoreProps {
  /** URL of the next page, or null on the last one. */
  to: string | null
  /** "50 of 1,204" */
  shown?: string
  /** The link text, by default "Load more". */
  text?: string
  busy?: boolean
  /** Loads the next page in place. The link is for browsers without JavaScript. */
  onLoad?: () => void
}

export function LoadMore({ to, shown, text = uiMessages.loadMore, busy, onLoad }: LoadMoreProps) {
  const load = (event: MouseEvent) => {
    if (!onLoad) return
    event.preventDefault()
    if (!busy) onLoad()
  }
  if (!to && !shown) return null
  return (
    <div className="more">
      {shown && <span>{shown}</span>}
      {to && (
        <LinkButton to={to} size="sm" preventScrollReset onClick={load} aria-busy={busy}>
          {busy && <span className="spinner" />}
          {busy ? uiMessages.working : text}
        </LinkButton>
      )}
    </div>
  )
}
