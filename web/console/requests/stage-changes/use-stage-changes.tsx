import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useFetcher, useRevalidator } from 'react-router'
import type { FormErrors } from '#server/console/handlers.ts'
import { showToast, type Toast } from '../../../ui/notices/toast-store.ts'
import type { StageChangeResult } from './actions.ts'
import type { PendingStageChange } from './pending-stage-change.ts'
import { useUndoQueue } from './use-undo-queue.ts'

type NumberedChange = PendingStageChange & { number: number }

export interface StageChanges {
  /** Changes sent but not yet answered, oldest first. */
  pending: PendingStageChange[]
  send(change: PendingStageChange): void
  /** Undoes the last change that was not undone yet, as soon as the server has answered it. */
  undoLast(): void
  /** The elements that send the changes; the page must render them. */
  senders: ReactNode
}

/**
 * Sends stage changes to an action that handles `stageActions`, each with its own fetcher: reusing one would abort the
 * change it sent before. Each result is shown as a toast with an undo button.
 */
export function useStageChanges(action: string): StageChanges {
  const [pending, setPending] = useState<NumberedChange[]>([])
  const lastNumber = useRef(0)
  const undoQueue = useUndoQueue()
  const end = (number: number, toast: Toast | undefined) => {
    setPending((changes) => changes.filter((change) => change.number !== number))
    undoQueue.settle(number, toast)
  }
  return {
    pending,
    send: (change) => {
      lastNumber.current += 1
      const number = lastNumber.current
      undoQueue.add(number)
      setPending((changes) => [...changes, { ...change, number }])
    },
    undoLast: undoQueue.undoLast,
    senders: pending.map((change) => (
      <ChangeSender key={change.number} change={change} action={action} onEnd={(toast) => end(change.number, toast)} />
    )),
  }
}

interface ChangeSenderProps {
  change: PendingStageChange
  action: string
  /** Called with the notice if it offers an undo. */
  onEnd: (toast: Toast | undefined) => void
}

function ChangeSender({ change, action, onEnd }: ChangeSenderProps) {
  const { revalidate } = useRevalidator()
  const fetcher = useFetcher<StageChangeResult | { formErrors: FormErrors }>()
  const isSent = useRef(false)
  useEffect(() => {
    if (!isSent.current) {
      isSent.current = true
      fetcher.submit(toFormData(change), { method: 'post', action })
    } else if (fetcher.state === 'idle' && fetcher.data) {
      const isDone = 'flash' in fetcher.data
      const toast = 'flash' in fetcher.data ? fetcher.data.flash : toErrorToast(fetcher.data.formErrors)
      showToast(toast)
      // The router does not reload after a rejected form, but the page may be out of date.
      if (!isDone) revalidate()
      onEnd(toast.undo && toast)
    }
  })
  return null
}

function toFormData(change: PendingStageChange): FormData {
  const { ids, intent, stage, value, next, seenAt, version, choice, notify, note, addsToRoadmap } = change
  const form = new FormData()
  form.set('intent', intent)
  form.set('stay', '')
  form.set('next', next)
  if (stage) form.set('stage', stage)
  if (value !== undefined) form.set(intent, value)
  if (seenAt) form.set('seenAt', seenAt)
  if (version) form.set('version', version)
  if (choice !== undefined) form.set('choice', choice)
  if (notify !== undefined) form.set('choosesNotify', '')
  if (notify) form.set('notify', 'on')
  if (note) form.set('note', note)
  if (addsToRoadmap !== undefined) form.set('choosesRoadmap', '')
  if (addsToRoadmap) form.set('addsToRoadmap', 'on')
  for (const id of ids) form.append('id', id)
  return form
}

const toErrorToast = ({ message, errors }: FormErrors): Toast => ({
  text: message ?? Object.values(errors).join(' '),
  tone: 'danger',
})
