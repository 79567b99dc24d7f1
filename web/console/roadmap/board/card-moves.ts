import type { RoadmapMove } from '#server/roadmap/order/move.ts'
import type { RoadmapStatus } from '#server/roadmap/schema.ts'
import type { RoadmapCard } from './cards.ts'

export interface CardColumn {
  status: RoadmapStatus
  /** In display order, from top to bottom. */
  cards: RoadmapCard[]
  isNewestFirst: boolean
  count: number
  hasMore: boolean
}

/** A position on the board as displayed, not counting the card itself. */
export interface CardPosition {
  status: RoadmapStatus
  index: number
}

export type CardMove = RoadmapMove & { id: string }

export function findCardPosition(columns: CardColumn[], id: string): CardPosition | null {
  for (const { status, cards } of columns) {
    const index = cards.findIndex((card) => card.id === id)
    if (index >= 0) return { status, index }
  }
  return null
}

/**
 * Returns the move that brings a card to a position, or null if it is already there. The move names the status only if
 * it changes, because naming it approves the linked request.
 */
export function planCardMove(columns: CardColumn[], id: string, { status, index }: CardPosition): CardMove | null {
  const from = findCardPosition(columns, id)
  const column = columns.find((column) => column.status === status)
  if (from === null || column === undefined) return null
  if (from.status === status && from.index === index) return null
  const others = column.cards.filter((card) => card.id !== id)
  const above = others[index - 1]
  const below = others[index]
  const side = (isAfter: boolean) => (isAfter !== column.isNewestFirst ? 'afterId' : 'beforeId')
  return {
    id,
    ...(from.status !== status && { status }),
    ...(above ? { [side(true)]: above.id } : below ? { [side(false)]: below.id } : {}),
  }
}

/** Returns the board as it will be once the server has applied the move. */
export function applyCardMove(columns: CardColumn[], move: CardMove): CardColumn[] {
  const from = findCardPosition(columns, move.id)
  if (from === null) return columns
  const card = columns.find(({ status }) => status === from.status)!.cards[from.index]!
  const to = move.status ?? from.status
  const movedCard = to === from.status ? card : { ...card, status: to, hidden: hiddenAfter(card) }
  return columns.map((column) => {
    const isTarget = column.status === to
    if (!isTarget && column.status !== from.status) return column
    const others = column.cards.filter(({ id }) => id !== move.id)
    const cards = isTarget ? others.toSpliced(indexIn(column, others, move), 0, movedCard) : others
    return { ...column, cards, count: column.count + cards.length - column.cards.length }
  })
}

/** Returns why a card is hidden after a move: it approves the request, but a private board stays private. */
const hiddenAfter = ({ hidden }: RoadmapCard): RoadmapCard['hidden'] => (hidden === 'privateBoard' ? hidden : null)

function indexIn({ isNewestFirst }: CardColumn, others: RoadmapCard[], { beforeId, afterId }: CardMove): number {
  const index = others.findIndex(({ id }) => id === (beforeId ?? afterId))
  if (index < 0) return isNewestFirst ? 0 : others.length
  return (afterId !== undefined) === isNewestFirst ? index : index + 1
}
