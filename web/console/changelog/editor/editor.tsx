import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { EntryForm } from './entry-form.tsx'
import type { EditorData } from './load.ts'

/** Edits an entry. Keeps the version it was opened with until it is saved, whatever the page loads in the meantime. */
export function Editor(data: EditorData) {
  const draftKey = `entry:${data.entry.id ?? 'new'}`
  const [opened, setOpened] = useState(data)
  const { resets, reset } = useFormReset(() => setOpened(data))
  return (
    <EntryForm
      key={resets}
      draftKey={draftKey}
      data={data}
      opened={opened}
      onSaved={() => setOpened(data)}
      onReset={reset}
    />
  )
}

/**
 * Resets the form by navigating to the same URL, which clears the rejected values and loads the saved version. The
 * number of resets is in the navigation’s state, so that the form remounts exactly when both have happened.
 */
function useFormReset(onReset: () => void) {
  const navigate = useNavigate()
  const requested = (useLocation().state as { resets?: number } | null)?.resets ?? 0
  const [resets, setResets] = useState(requested)
  if (requested > resets) {
    setResets(requested)
    onReset()
  }
  const reset = () => navigate('.', { replace: true, preventScrollReset: true, state: { resets: resets + 1 } })
  return { resets, reset }
}
