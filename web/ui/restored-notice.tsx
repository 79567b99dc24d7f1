import { Button } from './button.tsx'
import { Notice } from './notice.tsx'
import { words } from './words.ts'

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
