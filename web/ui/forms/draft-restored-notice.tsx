import { Button } from '../buttons/button.tsx'
import { uiMessages } from '../messages.ts'
import { Notice } from '../notices/notice.tsx'

/** Says that a form holds what was typed into it at another time. */
export function DraftRestoredNotice({ onDiscard }: { onDiscard: () => void }) {
  const discard = (
    <Button size="sm" onClick={onDiscard}>
      {uiMessages.restored.discard}
    </Button>
  )
  return (
    <Notice title={uiMessages.restored.title} actions={discard}>
      <p>{uiMessages.restored.text}</p>
    </Notice>
  )
}
