import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useFetcher, useRevalidator } from 'react-router'
import type { Refusal } from '../../../ui/forms/form-errors.ts'
import { announce, type Flash } from '../../../ui/notices/toast-store.ts'
import type { Moderation, Stage } from '../../../ui/messages.ts'
import type { Moved } from './actions.ts'
import { useUndoing } from './use-undo-queue.ts'

/** Requests on their way to a stage, or to a moderation state. */
export interface SentMove {
  ids: string[]
  intent: 'stage' | 'approve' | 'reject' | 'spam'
  stage?: Stage
  /** The page to come to when it is undone. */
  next: string
}

type Numbered = SentMove & { number: number }

interface Moves {
  /** What was sent and not answered yet, the oldest first. */
  pending: SentMove[]
  send(move: SentMove): void
  /** Takes back the last one that was not yet; of one that is on its way, when it has arrived. */
  undoLast(): void
  /** Has to stand in the page: it is what sends. */
  sending: ReactNode
}

/**
 * Sends moves to an action with the intents of `moving`, each beside the others: a fetcher that is used again would
 * break off what it sent before. What was done is announced with a way to undo it.
 */
export function useMoves(action: string): Moves {
  const [pending, setPending] = useState<Numbered[]>([])
  const last = useRef(0)
  const undoing = useUndoing()
  const end = (number: number, flash: Flash | undefined) => {
    setPending((moves) => moves.filter((move) => move.number !== number))
    undoing.answered(number, flash)
  }
  return {
    pending,
    send: (move) => {
      last.current += 1
      const number = last.current
      undoing.sent(number)
      setPending((moves) => [...moves, { ...move, number }])
    },
    undoLast: undoing.undoLast,
    sending: pending.map((move) => (
      <Sending key={move.number} move={move} action={action} onEnd={(flash) => end(move.number, flash)} />
    )),
  }
}

interface SendingProps {
  move: SentMove
  action: string
  /** With what can be taken back. */
  onEnd: (flash: Flash | undefined) => void
}

function Sending({ move, action, onEnd }: SendingProps) {
  const { revalidate } = useRevalidator()
  const fetcher = useFetcher<Moved | { refusal: Refusal }>()
  const isSent = useRef(false)
  useEffect(() => {
    if (!isSent.current) {
      isSent.current = true
      fetcher.submit(formOf(move), { method: 'post', action })
    } else if (fetcher.state === 'idle' && fetcher.data) {
      const isDone = 'flash' in fetcher.data
      const flash = 'flash' in fetcher.data ? fetcher.data.flash : refused(fetcher.data.refusal)
      announce(flash)
      // After a refusal the router reads nothing again; but it may be the page that was wrong.
      if (!isDone) revalidate()
      onEnd(flash.undo && flash)
    }
  })
  return null
}

function formOf({ ids, intent, stage, next }: SentMove): FormData {
  const form = new FormData()
  form.set('intent', intent)
  form.set('stay', '')
  form.set('next', next)
  if (stage) form.set('stage', stage)
  for (const id of ids) form.append('id', id)
  return form
}

const refused = ({ message, errors }: Refusal): Flash => ({
  text: message ?? Object.values(errors).join(' '),
  tone: 'danger',
})

interface Standing {
  id: string
  stage: Stage
  moderation: Moderation
}

/** A request as it will be when what is on its way has arrived. */
export function asMoved<T extends Standing>(row: T, pending: SentMove[]): T {
  let moved = row
  for (const move of pending) {
    if (move.ids.includes(row.id)) moved = { ...moved, ...after(moved, move) }
  }
  return moved
}

function after(row: Standing, { intent, stage }: SentMove): Pick<Standing, 'stage' | 'moderation'> {
  if (intent === 'stage') return { stage: stage!, moderation: stage === 'pending' ? 'pending' : 'approved' }
  if (intent === 'reject') return { stage: 'closed', moderation: 'rejected' }
  if (intent === 'spam') return { stage: 'closed', moderation: 'spam' }
  // The stage that it had before it was rejected is the server's to know.
  return { stage: row.moderation === 'approved' ? row.stage : 'in_review', moderation: 'approved' }
}
