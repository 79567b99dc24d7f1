import { Button } from '../buttons/button.tsx'
import { Notice } from '../notices/notice.tsx'
import { words } from '../messages.ts'

/** Says that a form holds what was typed into it at another time. */
export function RestoredNotice({ onDiscard }: { onDiscard: () => void }) {
  const discard = (
    <Button size="sm" onClick={onDiscard}>
      {words.restored.discard}
    </Button>
  )
  return (
    <Notice title={words.restored.title} actions={discard}>
      <p>{words.restored.text}</p>
    </Notice>
  )
}
