import { useState } from 'react'
import type { EditorData } from './data.ts'
import { EntryForm } from './entry-form.tsx'
import { dropDraft } from './kept-base.ts'

/** Where an entry is written. What it was opened with stays until it is saved, whatever the page loads meanwhile. */
export function Editor(data: EditorData) {
  const [opened, setOpened] = useState(data)
  const [round, setRound] = useState(0)
  const draftKey = data.entry.id === null ? `new entry:${data.home}` : `entry:${data.entry.id}`
  const startAgain = (from: EditorData) => {
    dropDraft(draftKey)
    setOpened(from)
    setRound(round + 1)
  }
  return (
    <EntryForm
      key={round}
      draftKey={draftKey}
      data={data}
      opened={opened}
      onSaved={() => setOpened(data)}
      onStartAgain={(from) => startAgain(from ?? data)}
    />
  )
}
