import type { BoardColumn, BoardItem } from '#server/roadmap/console/columns.ts'
import type { RoadmapStatus } from '#server/roadmap/schema.ts'
import type { Column } from './card-moves.ts'
import { isPast, targetText } from '../target-delivery.ts'

/** Why the public does not see an item. */
export type Hidden = 'pending' | 'rejected' | 'spam' | 'inReview' | 'privateBoard'

/** What a card shows of an item. */
export interface Card {
  id: string
  title: string
  status: RoadmapStatus
  votes: number
  comments: number
  target: string | null
  isLate: boolean
  hidden: Hidden | null
}

export function columnOf({ items, ...column }: BoardColumn, today: string): Column {
  return { ...column, cards: items.map((item) => cardOf(item, today)) }
}

function cardOf(item: BoardItem, today: string): Card {
  const { id, title, status, votes, comments, targetDelivery: target } = item
  const isOpen = status === 'planned' || status === 'in_progress'
  return {
    id,
    title,
    status,
    votes,
    comments,
    target: target && targetText(target),
    isLate: isOpen && target !== null && isPast(target, today),
    hidden: hiddenBy(item),
  }
}

type Visibility = Pick<BoardItem, 'stage' | 'moderation' | 'isBoardPublic'>

export function hiddenBy({ stage, moderation, isBoardPublic }: Visibility): Hidden | null {
  if (moderation !== 'approved') return moderation
  if (stage === 'in_review') return 'inReview'
  return isBoardPublic ? null : 'privateBoard'
}
