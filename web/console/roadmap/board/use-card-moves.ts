import { useCallback } from 'react'
import { useFetchers, useLocation, useSubmit } from 'react-router'
import type { RoadmapStatus } from '#server/roadmap/schema.ts'
import { applyCardMove, type CardColumn, type CardMove } from './card-moves.ts'
import { takeMoveChoice } from './move-mail.tsx'

const fetcherKey = (id: string): string => `move ${id}`

export type SendMove = (columns: CardColumn[], move: CardMove) => void

/** Returns the board with pending moves applied, and a function to send another move. */
export function useCardMoves(saved: CardColumn[], home: string): { columns: CardColumn[]; send: SendMove } {
  const submit = useSubmit()
  const next = `${home}${useLocation().search}`
  const pendingMoves = useFetchers().flatMap(({ key, formData }) =>
    formData && key.startsWith(fetcherKey('')) ? [parseCardMove(formData)] : [],
  )
  const send: SendMove = useCallback(
    (columns, move) =>
      submit(toFormData(columns, move, next), {
        method: 'post',
        action: home,
        navigate: false,
        fetcherKey: fetcherKey(move.id),
        preventScrollReset: true,
        // Otherwise the card would flash in its old place.
        flushSync: true,
      }),
    [submit, home, next],
  )
  return { columns: pendingMoves.reduce(applyCardMove, saved), send }
}

function toFormData(columns: CardColumn[], move: CardMove, next: string): FormData {
  const form = new FormData()
  form.set('intent', 'move')
  form.set('next', next)
  for (const [name, value] of Object.entries(move)) form.set(name, value)
  if (move.status) setChoice(form)
  const card = columns.flatMap(({ cards }) => cards).find(({ id }) => id === move.id)
  form.set('title', card?.title ?? '')
  if (move.status && move.status !== 'closed' && card?.hidden && card.hidden !== 'privateBoard') {
    form.set('publishes', '')
  }
  return form
}

/** Sets the fields of `NotifyOptions`. A move within a column emails no one. */
function setChoice(form: FormData): void {
  const { notify, note } = takeMoveChoice()
  if (notify === undefined) return
  form.set('choosesNotify', '')
  if (notify) form.set('notify', 'on')
  if (note !== undefined) form.set('note', note)
}

function parseCardMove(form: FormData): CardMove {
  const text = (name: string) => form.get(name) as string | null
  const [status, beforeId, afterId] = ['status', 'beforeId', 'afterId'].map(text)
  return {
    id: text('id') ?? '',
    ...(status && { status: status as RoadmapStatus }),
    ...(beforeId && { beforeId }),
    ...(afterId && { afterId }),
  }
}
