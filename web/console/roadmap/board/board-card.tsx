import { CalendarDays, ChevronUp, EyeOff, MessageSquare } from 'lucide-react'
import { Link } from 'react-router'
import { formatNumber } from '../../../ui/data/number-text.tsx'
import { roadmap as words } from '../../messages/roadmap.ts'
import type { Card } from './cards.ts'

interface BoardCardProps {
  card: Card
  to: string
  isOpen: boolean
  isLifted: boolean
}

/** An item as a whole leads to its panel. */
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
        <p className="board-card-hidden" title={words.hiddenTitle}>
          <EyeOff size={14} aria-hidden />
          <span>
            {words.notPublic}: {words.hidden[hidden]}
          </span>
        </p>
      )}
    </li>
  )
}

function Facts({ votes, comments, target, isLate }: Card) {
  return (
    <p className="board-card-facts">
      <span>
        <ChevronUp size={14} aria-hidden />
        {formatNumber(votes)}
        <span className="visually-hidden"> {words.votes(votes)}</span>
      </span>
      {comments > 0 && (
        <span>
          <MessageSquare size={14} aria-hidden />
          {formatNumber(comments)}
          <span className="visually-hidden"> {words.comments(comments)}</span>
        </span>
      )}
      {target && (
        <span className="board-card-target" data-late={isLate ? '' : undefined} title={isLate ? words.late : undefined}>
          <CalendarDays size={14} aria-hidden />
          <span className="visually-hidden">{words.target} </span>
          {target}
          {isLate && <span className="visually-hidden"> {words.late}</span>}
        </span>
      )}
    </p>
  )
}
