import { CalendarDays, ChevronUp, EyeOff, MessageSquare } from 'lucide-react'
import { Link } from 'react-router'
import { formatNumber } from '#i18n/format.ts'
import { roadmapMessages as messages } from '../../messages/roadmap.ts'
import type { RoadmapCard } from './cards.ts'

interface BoardCardProps {
  card: RoadmapCard
  to: string
  isOpen: boolean
  isLifted: boolean
}

/** Shows an item as a card, all of which links to the item’s panel. */
export function BoardCard({ card, to, isOpen, isLifted }: BoardCardProps) {
  const { id, title, hidden } = card
  return (
    <li className="board-card" data-card={id} data-lifted={isLifted ? '' : undefined}>
      <Link
        id={`card-${id}`}
        className="row-link board-card-title"
        to={to}
        dir="auto"
        title={title}
        draggable={false}
        preventScrollReset
        aria-current={isOpen ? 'true' : undefined}
        aria-describedby="board-keys"
      >
        {title}
      </Link>
      <Facts {...card} />
      {hidden && (
        <p className="board-card-hidden" title={messages.hiddenTitle}>
          <EyeOff size={14} aria-hidden />
          <span>{messages.notPublic({ reason: messages.hidden[hidden] })}</span>
        </p>
      )}
    </li>
  )
}

function Facts({ votes, comments, target, isLate }: RoadmapCard) {
  return (
    <p className="board-card-facts">
      <span>
        <ChevronUp size={14} aria-hidden />
        {formatNumber(votes)}
        <span className="visually-hidden"> {messages.votes({ count: votes })}</span>
      </span>
      {comments > 0 && (
        <span>
          <MessageSquare size={14} aria-hidden />
          {formatNumber(comments)}
          <span className="visually-hidden"> {messages.comments({ count: comments })}</span>
        </span>
      )}
      {target && (
        <span
          className="board-card-target"
          data-late={isLate ? '' : undefined}
          title={isLate ? messages.late : undefined}
        >
          <CalendarDays size={14} aria-hidden />
          <span className="visually-hidden">{messages.target} </span>
          {target}
          {isLate && <span className="visually-hidden"> {messages.late}</span>}
        </span>
      )}
    </p>
  )
}
