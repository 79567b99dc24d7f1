import { useEffect, useRef, useState } from 'react'
import { useNavigation, useSubmit } from 'react-router'
import { type Flash, withdraw } from '../../../ui/notices/toast-store.ts'

/** What was sent, in its order: with what takes it back, once that is known. */
type Sent = Map<number, Flash | 'on its way'>

interface Undoing {
  sent(number: number): void
  /** Nothing to take back when there is no notice. */
  answered(number: number, flash: Flash | undefined): void
  undoLast(): void
}

/** Takes moves back, the last first, by the forms of their notices. Of one that is on its way, when it has arrived. */
export function useUndoing(): Undoing {
  const [sent, setSent] = useState<Sent>(new Map())
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
    withdraw(flash)
    const { intent, fields, action } = flash.undo!
    submit({ ...fields, intent }, { method: 'post', ...(action && { action }), preventScrollReset: true })
  }, [isWanted, state, last, submit])
  return {
    sent: (number) => setSent((before) => new Map(before).set(number, 'on its way')),
    answered: (number, flash) =>
      setSent((before) => (flash ? new Map(before).set(number, flash) : without(before, number))),
    undoLast: () => setWanted(sent.size > 0),
  }
}

function without(sent: Sent, number: number): Sent {
  const rest = new Map(sent)
  rest.delete(number)
  return rest
}
