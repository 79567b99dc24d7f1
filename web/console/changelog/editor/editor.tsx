import { useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { EntryForm } from './entry-form.tsx'
import type { EditorData } from './load.ts'
import { clearDraft } from './use-draft-base.ts'

/** Where an entry is written. What it was opened with stays until it is saved, whatever the page loads meanwhile. */
export function Editor(data: EditorData) {
  const draftKey = data.entry.id === null ? `new entry:${data.home}` : `entry:${data.entry.id}`
  const [opened, setOpened] = useState(data)
  const { round, startAgain } = useFormReset(() => setOpened(data))
  const rounds = useRef(round)
  useLayoutEffect(() => {
    // The old form is gone and can keep nothing more; the new one has not looked yet for what was kept.
    if (rounds.current !== round) clearDraft(draftKey)
    rounds.current = round
  }, [round, draftKey])
  return (
    <EntryForm
      key={round}
      draftKey={draftKey}
      data={data}
      opened={opened}
      onSaved={() => setOpened(data)}
      onStartAgain={startAgain}
    />
  )
}

/**
 * Starting again is going to the same address: what was refused is forgotten, and what is saved is loaded. The round
 * travels with it, so that the form begins anew at the moment that both are there.
 */
function useFormReset(onStart: () => void) {
  const navigate = useNavigate()
  const asked = (useLocation().state as { round?: number } | null)?.round ?? 0
  const [round, setRound] = useState(asked)
  if (asked > round) {
    setRound(asked)
    onStart()
  }
  const startAgain = () => navigate('.', { replace: true, preventScrollReset: true, state: { round: round + 1 } })
  return { round, startAgain }
}
