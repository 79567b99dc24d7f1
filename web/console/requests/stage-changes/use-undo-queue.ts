import { useEffect, useRef, useState } from 'react'
import { useNavigation, useSubmit } from 'react-router'
import { dismissToast, type Flash } from '../../../ui/notices/toast-store.ts'

/** The changes by number in the order they were sent, each with its notice once the server has answered. */
type UndoEntries = Map<number, Flash | 'pending'>

interface UndoQueue {
  add(number: number): void
  /** Records the notice of a change. Without one, there is nothing to undo. */
  settle(number: number, flash: Flash | undefined): void
  undoLast(): void
}

/** Undoes changes, last first, by submitting the undo forms of their notices; a pending change once it is answered. */
export function useUndoQueue(): UndoQueue {
  const [sent, setSent] = useState<UndoEntries>(new Map())
  const [isUndoRequested, setUndoRequested] = useState(false)
  const submit = useSubmit()
  const { state } = useNavigation()
  const last = [...sent].at(-1)
  const undone = useRef<Flash>(undefined)
  useEffect(() => {
    if (!isUndoRequested || state !== 'idle' || last?.[1] === 'pending') return
    setUndoRequested(false)
    if (last === undefined || last[1] === undone.current) return
    const [number, flash] = last as [number, Flash]
    undone.current = flash
    setSent((before) => without(before, number))
    dismissToast(flash)
    const { intent, fields, action } = flash.undo!
    submit({ ...fields, intent }, { method: 'post', ...(action && { action }), preventScrollReset: true })
  }, [isUndoRequested, state, last, submit])
  return {
    add: (number) => setSent((before) => new Map(before).set(number, 'pending')),
    settle: (number, flash) =>
      setSent((before) => (flash ? new Map(before).set(number, flash) : without(before, number))),
    undoLast: () => setUndoRequested(sent.size > 0),
  }
}

function without(sent: UndoEntries, number: number): UndoEntries {
  const rest = new Map(sent)
  rest.delete(number)
  return rest
}
