import { useEffect, useRef, useState } from 'react'
import { useNavigation, useSubmit } from 'react-router'
import { dismissToast, type Toast } from '../../../ui/notices/toast-store.ts'

/** The changes by number in the order they were sent, each with its notice once the server has answered. */
type UndoEntries = Map<number, Toast | 'pending'>

interface UndoQueue {
  add(number: number): void
  /** Records the notice of a change. Without one, there is nothing to undo. */
  settle(number: number, toast: Toast | undefined): void
  undoLast(): void
}

/** Undoes changes, last first, by submitting the undo forms of their notices; a pending change once it is answered. */
export function useUndoQueue(): UndoQueue {
  const [sent, setSent] = useState<UndoEntries>(new Map())
  const [isUndoRequested, setUndoRequested] = useState(false)
  const submit = useSubmit()
  const { state } = useNavigation()
  const last = [...sent].at(-1)
  const undone = useRef<Toast>(undefined)
  useEffect(() => {
    if (!isUndoRequested || state !== 'idle' || last?.[1] === 'pending') return
    setUndoRequested(false)
    if (last === undefined || last[1] === undone.current) return
    const [number, toast] = last as [number, Toast]
    undone.current = toast
    setSent((before) => without(before, number))
    dismissToast(toast)
    const { intent, fields, action } = toast.undo!
    submit({ ...fields, intent }, { method: 'post', ...(action && { action }), preventScrollReset: true })
  }, [isUndoRequested, state, last, submit])
  return {
    add: (number) => setSent((before) => new Map(before).set(number, 'pending')),
    settle: (number, toast) =>
      setSent((before) => (toast ? new Map(before).set(number, toast) : without(before, number))),
    undoLast: () => setUndoRequested(sent.size > 0),
  }
}

function without(sent: UndoEntries, number: number): UndoEntries {
  const rest = new Map(sent)
  rest.delete(number)
  return rest
}
