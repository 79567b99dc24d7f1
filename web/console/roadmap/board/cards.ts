import { formatTargetDelivery } from '#i18n/format.ts'
import type { ConsoleRoadmapItem, RoadmapColumn } from '#server/roadmap/console/columns.ts'
import type { RoadmapStatus } from '#server/roadmap/schema.ts'
import { isPast } from '../target-delivery.ts'
import type { CardColumn } from './card-moves.ts'

/** Why an item is not public. */
export type HiddenReason = 'pending' | 'rejected' | 'spam' | 'inReview' | 'privateBoard'

/** An item as its card shows it. */
export interface RoadmapCard {
  id: string
  title: string
  status: RoadmapStatus
  votes: number
  comments: number
  target: string | null
  isLate: boolean
  hidden: HiddenReason | null
}

export function toCardColumn({ items, ...column }: RoadmapColumn, today: string): CardColumn {
  return { ...column, cards: items.map((item) => toCard(item, today)) }
}

function toCard(item: ConsoleRoadmapItem, today: string): RoadmapCard {
  const { id, title, status, votes, comments, targetDelivery: target } = item
  const isOpen = status === 'planned' || status === 'in_progress'
  return {
    id,
    title,
    status,
    votes,
    comments,
    target: target && formatTargetDelivery(target),
    isLate: isOpen && target !== null && isPast(target, today),
    hidden: hiddenReason(item),
  }
}

type Visibility = Pick<ConsoleRoadmapItem, 'stage' | 'requestStatus' | 'isBoardPublic'>

export function hiddenReason({ stage, requestStatus, isBoardPublic }: Visibility): HiddenReason | null {
  if (requestStatus !== 'approved') return requestStatus
  if (stage === 'in_review') return 'inReview'
  return isBoardPublic ? null : 'privateBoard'
}
