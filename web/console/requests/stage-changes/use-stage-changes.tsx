import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useFetcher, useRevalidator } from 'react-router'
import type { FormErrors } from '../../../ui/forms/form-errors.ts'
import type { Moderation, Stage } from '../../../ui/messages.ts'
import { type Flash, showToast } from '../../../ui/notices/toast-store.ts'
import type { StageChangeResult } from './actions.ts'
import { useUndoQueue } from './use-undo-queue.ts'

/** Requests on their way to a stage, or to a status. */
export interface PendingStageChange {
  ids: string[]
  intent: 'stage' | 'approve' | 'reject' | 'spam'
  stage?: Stage
  /** The page to come to when it is undone. */
  next: string
}

type NumberedChange = PendingStageChange & { number: number }

interface StageChanges {
  /** What was sent and not answered yet, the oldest first. */
  pending: PendingStageChange[]
  send(move: PendingStageChange): void
  /** Takes back the last one that was not yet; of one that is on its way, when it has arrived. */
  undoLast(): void
  /** Has to stand in the page: it is what sends. */
  senders: ReactNode
}

/**
 * Sends moves to an action with the intents of `moving`, each beside the others: a fetcher that is used again would
 * break off what it sent before. What was done is announced with a way to undo it.
 */
export function useStageChanges(action: string): StageChanges {
  const [pending, setPending] = useState<NumberedChange[]>([])
  const last = useRef(0)
  const undoing = useUndoQueue()
  const end = (number: number, flash: Flash | undefined) => {
    setPending((moves) => moves.filter((move) => move.number !== number))
    undoing.settle(number, flash)
  }
  return {
    pending,
    send: (move) => {
      last.current += 1
      const number = last.current
      undoing.add(number)
      setPending((moves) => [...moves, { ...move, number }])
    },
    undoLast: undoing.undoLast,
    senders: pending.map((move) => (
      <ChangeSender key={move.number} move={move} action={action} onEnd={(flash) => end(move.number, flash)} />
    )),
  }
}

interface ChangeSenderProps {
  move: PendingStageChange
  action: string
  /** With what can be taken back. */
  onEnd: (flash: Flash | undefined) => void
}

function ChangeSender({ move, action, onEnd }: ChangeSenderProps) {
  const { revalidate } = useRevalidator()
  const fetcher = useFetcher<StageChangeResult | { refusal: FormErrors }>()
  const isSent = useRef(false)
  useEffect(() => {
    if (!isSent.current) {
      isSent.current = true
      fetcher.submit(formOf(move), { method: 'post', action })
    } else if (fetcher.state === 'idle' && fetcher.data) {
      const isDone = 'flash' in fetcher.data
      const flash = 'flash' in fetcher.data ? fetcher.data.flash : errorFlash(fetcher.data.refusal)
      showToast(flash)
      // After a refusal the router reads nothing again; but it may be the page that was wrong.
      if (!isDone) revalidate()
      onEnd(flash.undo && flash)
    }
  })
  return null
}

function formOf({ ids, intent, stage, next }: PendingStageChange): FormData {
  const form = new FormData()
  form.set('intent', intent)
  form.set('stay', '')
  form.set('next', next)
  if (stage) form.set('stage', stage)
  for (const id of ids) form.append('id', id)
  return form
}

const errorFlash = ({ message, errors }: FormErrors): Flash => ({
  text: message ?? Object.values(errors).join(' '),
  tone: 'danger',
})

interface StageState {
  id: string
  stage: Stage
  status: Moderation
}

/** A request as it will be when what is on its way has arrived. */
export function applyPendingChanges<T extends StageState>(row: T, pending: PendingStageChange[]): T {
  let moved = row
  for (const move of pending) {
    if (move.ids.includes(row.id)) moved = { ...moved, ...stateAfter(moved, move) }
  }
  return moved
}

function stateAfter(row: StageState, { intent, stage }: PendingStageChange): Pick<StageState, 'stage' | 'status'> {
  if (intent === 'stage') return { stage: stage!, status: stage === 'pending' ? 'pending' : 'approved' }
  if (intent === 'reject') return { stage: 'closed', status: 'rejected' }
  if (intent === 'spam') return { stage: 'closed', status: 'spam' }
  // The stage that it had before it was rejected is the server's to know.
  return { stage: row.status === 'approved' ? row.stage : 'in_review', status: 'approved' }
}
