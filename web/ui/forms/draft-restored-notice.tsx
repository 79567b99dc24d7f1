import { Button } from '../buttons/button.tsx'
import { uiMessages } from '../messages.ts'
import { Notice } from '../notices/notice.tsx'

/** Shows that a form contains a restored draft. */
export function DraftRestoredNotice({ onDiscard }: { onDiscard: () => void }) {
  const discard = (
    <Button size="sm" onClick={onDiscard}>
      {uiMessages.draft.discard}
    </Button>
  )
  return (
    <Notice title={uiMessages.draft.title} actions={discard}>
      <p>{uiMessages.draft.text}</p>
    </Notice>
  )
}
