import { useEffect, useRef, useState } from 'react'
import { useNavigation, useSubmit } from 'react-router'
import { dismissToast, type Flash } from '../../../ui/notices/toast-store.ts'

/** What was sent, in its order: with what takes it back, once that is known. */
type UndoEntries = Map<number, Flash | 'on its way'>

interface UndoQueue {
  add(number: number): void
  /** Nothing to take back when there is no notice. */
  settle(number: number, flash: Flash | undefined): void
  undoLast(): void
}

/** Takes moves back, the last first, by the forms of their notices. Of one that is on its way, when it has arrived. */
export function useUndoQueue(): UndoQueue {
  const [sent, setSent] = useState<UndoEntries>(new Map())
  const [isWanted, setWanted] = useState(false)
  const submit = useSubmit()
  const { state } = useNavigation()
  const last = [...sent].at(-1)
  const taken = useRef<Flash>(undefined)
  useEffect(() => {
    if (!isWanted || state !== 'idle' || last?.[1] === 'on its way') return
    setWanted(false)
    if (last === undefined || last[1] === taken.current) return
    const [number, flash] = last as [number, Flash]
    taken.current = flash
    setSent((before) => without(before, number))
    dismissToast(flash)
    const { intent, fields, action } = flash.undo!
    submit({ ...fields, intent }, { method: 'post', ...(action && { action }), preventScrollReset: true })
  }, [isWanted, state, last, submit])
  return {
    add: (number) => setSent((before) => new Map(before).set(number, 'on its way')),
    settle: (number, flash) =>
      setSent((before) => (flash ? new Map(before).set(number, flash) : without(before, number))),
    undoLast: () => setWanted(sent.size > 0),
  }
}

function without(sent: UndoEntries, number: number): UndoEntries {
  const rest = new Map(sent)
  rest.delete(number)
  return rest
}
