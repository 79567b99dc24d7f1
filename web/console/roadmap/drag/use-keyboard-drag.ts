import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { roadmapMessages as messages } from '../../messages/roadmap.ts'
import {
  applyCardMove,
  type CardColumn,
  type CardPosition,
  findCardPosition,
  planCardMove,
} from '../board/card-moves.ts'
import type { SendMove } from '../board/use-card-moves.ts'

type LiftedCard = CardPosition & { id: string }

/**
 * Cards without a pointer: the space bar lifts the one that has the focus, arrows move it, the space bar drops it and
 * Escape puts it back. Arrows alone go from card to card. Each step is said.
 */
export function useKeyboardDrag(board: RefObject<HTMLElement | null>, columns: CardColumn[], send: SendMove) {
  const [lifted, setLifted] = useState<LiftedCard | null>(null)
  const [said, say] = useState('')
  const focus = useFocusOnCard(board)
  const at = lifted === null ? columns : previewOf(columns, lifted)
  const title = (id: string) => cardIn(columns, id)?.title ?? ''

  function lift(id: string) {
    const place = findCardPosition(columns, id)
    if (place === null) return
    setLifted({ id, ...place })
    say(messages.said.lifted({ title: title(id), position: describePosition(columns, id) }))
  }

  function step(key: string, { id, ...place }: LiftedCard) {
    const next = nextPosition(columns, id, place, key)
    if (next === null) return
    const card = { id, ...next }
    setLifted(card)
    say(describePosition(previewOf(columns, card), id))
    focus(id)
  }

  function drop({ id, ...place }: LiftedCard) {
    const move = planCardMove(columns, id, place)
    if (move !== null) send(columns, move)
    setLifted(null)
    say(messages.said.dropped({ title: title(id), position: describePosition(at, id) }))
    focus(id)
  }

  function cancel() {
    if (lifted === null) return
    setLifted(null)
    say(messages.said.putBack({ title: title(lifted.id), position: describePosition(columns, lifted.id) }))
    focus(lifted.id)
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const id = (event.target as Element).closest<HTMLElement>('[data-card]')?.dataset.card
    if (id === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    if (lifted === null && event.key === ' ') lift(id)
    else if (lifted === null && isArrow(event.key)) focusNext(columns, id, event.key, focus)
    else if (lifted === null) return
    else if (event.key === ' ' || event.key === 'Enter') drop(lifted)
    else if (event.key === 'Escape') cancel()
    else if (isArrow(event.key)) step(event.key, lifted)
    else if (event.key === 'Tab') return cancel()
    else return
    event.preventDefault()
  }

  return { columns: at, lifted, said, onKeyDown, cancel }
}

const isArrow = (key: string): boolean => key.startsWith('Arrow')

function previewOf(columns: CardColumn[], { id, ...place }: LiftedCard): CardColumn[] {
  const move = planCardMove(columns, id, place)
  return move === null ? columns : applyCardMove(columns, move)
}

const cardIn = (columns: CardColumn[], id: string) =>
  columns.flatMap(({ cards }) => cards).find((card) => card.id === id)

function describePosition(columns: CardColumn[], id: string): string {
  const place = findCardPosition(columns, id)
  if (place === null) return ''
  const { cards } = columns.find(({ status }) => status === place.status)!
  return messages.said.where({
    status: messages.statuses[place.status],
    position: place.index + 1,
    count: cards.length,
  })
}

/** One step from a place, the card itself not counted. @returns null at the edge of the board. */
function nextPosition(
  columns: CardColumn[],
  id: string,
  { status, index }: CardPosition,
  key: string,
): CardPosition | null {
  const room = (at: number) => columns[at]!.cards.filter((card) => card.id !== id).length
  const column = columns.findIndex((one) => one.status === status)
  if (key === 'ArrowUp') return index > 0 ? { status, index: index - 1 } : null
  if (key === 'ArrowDown') return index < room(column) ? { status, index: index + 1 } : null
  const aside = column + (key === 'ArrowRight' ? 1 : -1)
  if (columns[aside] === undefined) return null
  return { status: columns[aside].status, index: Math.min(index, room(aside)) }
}

/** From card to card without moving one; sideways past columns that have none. */
function focusNext(columns: CardColumn[], id: string, key: string, focus: (id: string) => void) {
  const place = findCardPosition(columns, id)
  if (place === null) return
  const column = columns.findIndex(({ status }) => status === place.status)
  const isSideways = key === 'ArrowLeft' || key === 'ArrowRight'
  const aside = key === 'ArrowRight' ? columns.slice(column + 1) : columns.slice(0, column).toReversed()
  const cards = isSideways ? aside.find((one) => one.cards.length > 0)?.cards : columns[column]!.cards
  const index = isSideways
    ? Math.min(place.index, (cards?.length ?? 0) - 1)
    : place.index + (key === 'ArrowDown' ? 1 : -1)
  const next = cards?.[index]
  if (next) focus(next.id)
}

/** Gives a card the focus once it stands where it will: in another column it is another element. */
function useFocusOnCard(board: RefObject<HTMLElement | null>): (id: string) => void {
  const wanted = useRef<string>(null)
  const [, request] = useState(0)
  useEffect(() => {
    if (wanted.current === null) return
    const card = board.current?.querySelector<HTMLElement>(`#card-${wanted.current}`)
    wanted.current = null
    card?.focus({ preventScroll: true })
    card?.closest('li')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })
  return (id) => {
    wanted.current = id
    request((count) => count + 1)
  }
}
