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
 * Moves cards by keyboard: Space picks up the focused card, arrow keys move it, Space drops it and Escape returns it.
 * Without a picked-up card, arrow keys move the focus, as do j and k from anywhere on the page. Announces each step to screen readers.
 */
export function useKeyboardDrag(board: RefObject<HTMLElement | null>, columns: CardColumn[], send: SendMove) {
  const [lifted, setLifted] = useState<LiftedCard | null>(null)
  const [announcement, announce] = useState('')
  const focus = useFocusOnCard(board)
  const shownColumns = lifted === null ? columns : previewOf(columns, lifted)
  const title = (id: string) => cardIn(columns, id)?.title ?? ''

  function lift(id: string) {
    const position = findCardPosition(columns, id)
    if (position === null) return
    setLifted({ id, ...position })
    announce(messages.announcements.lifted({ title: title(id), position: describePosition(columns, id) }))
  }

  function step(key: string, { id, ...position }: LiftedCard) {
    const next = nextPosition(columns, id, position, key)
    if (next === null) return
    const card = { id, ...next }
    setLifted(card)
    announce(describePosition(previewOf(columns, card), id))
    focus(id)
  }

  function drop({ id, ...position }: LiftedCard) {
    const move = planCardMove(columns, id, position)
    if (move !== null) send(columns, move)
    setLifted(null)
    announce(messages.announcements.dropped({ title: title(id), position: describePosition(shownColumns, id) }))
    focus(id)
  }

  function cancel() {
    if (lifted === null) return
    setLifted(null)
    announce(
      messages.announcements.putBack({ title: title(lifted.id), position: describePosition(columns, lifted.id) }),
    )
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

  /** Focuses the card below or above the focused one; without a focused card, the first one that is shown. */
  function moveFocus(key: 'ArrowDown' | 'ArrowUp') {
    if (lifted !== null) return
    const id = document.activeElement?.closest<HTMLElement>('[data-card]')?.dataset.card
    if (id !== undefined) return focusNext(columns, id, key, focus)
    const shown = [...(board.current?.querySelectorAll<HTMLElement>('[data-card]') ?? [])]
    const first = shown.find((card) => card.checkVisibility())?.dataset.card
    if (first !== undefined) focus(first)
  }

  return { columns: shownColumns, lifted, announcement, onKeyDown, moveFocus, cancel }
}

const isArrow = (key: string): boolean => key.startsWith('Arrow')

function previewOf(columns: CardColumn[], { id, ...position }: LiftedCard): CardColumn[] {
  const move = planCardMove(columns, id, position)
  return move === null ? columns : applyCardMove(columns, move)
}

const cardIn = (columns: CardColumn[], id: string) =>
  columns.flatMap(({ cards }) => cards).find((card) => card.id === id)

function describePosition(columns: CardColumn[], id: string): string {
  const position = findCardPosition(columns, id)
  if (position === null) return ''
  const { cards } = columns.find(({ status }) => status === position.status)!
  return messages.announcements.position({
    status: messages.statuses[position.status],
    position: position.index + 1,
    count: cards.length,
  })
}

/** Returns the position one step away, not counting the card itself; null at the edge of the board. */
function nextPosition(
  columns: CardColumn[],
  id: string,
  { status, index }: CardPosition,
  key: string,
): CardPosition | null {
  const cardCount = (index: number) => columns[index]!.cards.filter((card) => card.id !== id).length
  const column = columns.findIndex((column) => column.status === status)
  if (key === 'ArrowUp') return index > 0 ? { status, index: index - 1 } : null
  if (key === 'ArrowDown') return index < cardCount(column) ? { status, index: index + 1 } : null
  const adjacent = column + (key === 'ArrowRight' ? 1 : -1)
  if (columns[adjacent] === undefined) return null
  return { status: columns[adjacent].status, index: Math.min(index, cardCount(adjacent)) }
}

/** Moves the focus from card to card; sideways, it skips empty columns. */
function focusNext(columns: CardColumn[], id: string, key: string, focus: (id: string) => void) {
  const position = findCardPosition(columns, id)
  if (position === null) return
  const column = columns.findIndex(({ status }) => status === position.status)
  const isSideways = key === 'ArrowLeft' || key === 'ArrowRight'
  const adjacent = key === 'ArrowRight' ? columns.slice(column + 1) : columns.slice(0, column).toReversed()
  const cards = isSideways ? adjacent.find((column) => column.cards.length > 0)?.cards : columns[column]!.cards
  const index = isSideways
    ? Math.min(position.index, (cards?.length ?? 0) - 1)
    : position.index + (key === 'ArrowDown' ? 1 : -1)
  const next = cards?.[index]
  if (next) focus(next.id)
}

/** Focuses a card after it has rendered at its new position: in another column it is a new element. */
function useFocusOnCard(board: RefObject<HTMLElement | null>): (id: string) => void {
  const cardToFocus = useRef<string>(null)
  const [, request] = useState(0)
  useEffect(() => {
    if (cardToFocus.current === null) return
    const card = board.current?.querySelector<HTMLElement>(`#card-${cardToFocus.current}`)
    cardToFocus.current = null
    card?.focus({ preventScroll: true })
    card?.closest('li')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })
  return (id) => {
    cardToFocus.current = id
    request((count) => count + 1)
  }
}
