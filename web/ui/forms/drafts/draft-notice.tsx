import { formatDateTime } from '#i18n/format.ts'
import { Button } from '../../buttons/button.tsx'
import { Notice } from '../../notices/notice.tsx'
import type { DraftStatus } from './draft-session.ts'
import { draftMessages as messages } from './messages.ts'

interface DraftNoticeProps {
  status: DraftStatus
  onDiscard: () => void
  onOpen: (slot: string) => void
}

/** Shows that a form contains a restored draft, and offers what other tabs left of it. */
export function DraftNotice({ status: { isRestored, others }, onDiscard, onOpen }: DraftNoticeProps) {
  if (!isRestored && others.length === 0) return null
  // Shown only after hydration, so the browser knows its own time zone.
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const actions = (
    <>
      {isRestored && (
        <Button size="sm" onClick={onDiscard}>
          {messages.discard}
        </Button>
      )}
      {others.map(({ slot, at }) => (
        <Button key={slot} size="sm" look="quiet" onClick={() => onOpen(slot)}>
          {messages.open({ when: formatDateTime(new Date(at), zone) })}
        </Button>
      ))}
    </>
  )
  return (
    <Notice title={isRestored ? messages.title : messages.leftTitle} actions={actions}>
      <p>{isRestored ? messages.text : messages.leftText}</p>
    </Notice>
  )
}
