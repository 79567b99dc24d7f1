import { ChevronsLeft, ChevronsRight, Plus } from 'lucide-react'
import { useId } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Count } from '../../../ui/data/badge.tsx'
import { StageIcon } from '../../../ui/data/stage-badge.tsx'
import { roadmapMessages as messages } from '../../messages/roadmap.ts'
import { statusStages } from '../../status-stages.ts'
import { updateQuery } from '../board-query.ts'
import { BoardCard } from './board-card.tsx'
import type { CardColumn } from './card-moves.ts'

interface BoardColumnProps {
  /** What customers read instead, if the workspace has renamed the stage. */
  publicName: string | undefined
  column: CardColumn
  home: string
  /** The query of the board, kept in the URLs of panels. */
  query: string
  openId: string | undefined
  liftedId: string | undefined
  isCurrent: boolean
  isCollapsed: boolean
  isFiltered: boolean
  canPlan: boolean
}

export function BoardColumn(props: BoardColumnProps) {
  const { column, home, query, isCurrent, isFiltered, canPlan } = props
  const { status, cards, count, hasMore } = column
  const titleId = useId()
  if (props.isCollapsed) return <CollapsedColumn column={column} />
  return (
    <section
      className="board-column"
      aria-labelledby={titleId}
      data-column={status}
      data-current={isCurrent ? '' : undefined}
    >
      <header className="board-column-head">
        <StageIcon stage={statusStages[status]} />
        <h2 id={titleId}>{messages.statuses[status]}</h2>
        <Count value={count} label={messages.items({ count }).replace(/^\S+ /, '')} />
        {props.publicName && (
          <span className="board-alias" title={messages.publicName({ name: props.publicName })} dir="auto">
            <span className="visually-hidden">{messages.publicName({ name: props.publicName })}</span>
            <span aria-hidden>{props.publicName}</span>
          </span>
        )}
        {canPlan && status !== 'closed' && (
          <Link
            className="board-add"
            to={`${home}/new${withStatus(query, status)}`}
            aria-label={messages.addTo({ status: messages.statuses[status] })}
            title={messages.addTo({ status: messages.statuses[status] })}
          >
            <Plus size={16} aria-hidden />
          </Link>
        )}
        {status === 'closed' && <CollapseLink />}
      </header>
      <ul className="board-cards" data-cards="">
        {cards.map((card) => (
          <BoardCard
            key={card.id}
            card={card}
            to={`${home}/${card.id}${query}`}
            isOpen={card.id === props.openId}
            isLifted={card.id === props.liftedId}
          />
        ))}
        {cards.length === 0 && (
          <li className="board-empty">{isFiltered ? messages.emptyFiltered : messages.empty[status]}</li>
        )}
        {hasMore && <li className="board-more">{messages.older({ count: count - cards.length })}</li>}
      </ul>
    </section>
  )
}

function CollapseLink() {
  const [query] = useSearchParams()
  return (
    <Link
      className="board-add"
      to={updateQuery(query, { closed: null }) || '?'}
      preventScrollReset
      aria-label={messages.hideClosed}
      title={messages.hideClosed}
    >
      <ChevronsRight size={16} aria-hidden />
    </Link>
  )
}

const withStatus = (query: string, status: string): string => `${query === '' ? '?' : `${query}&`}status=${status}`

/** The closed column while it is collapsed. Cards can be dropped on it. */
function CollapsedColumn({ column: { status, count } }: { column: CardColumn }) {
  const [query] = useSearchParams()
  return (
    <Link
      className="board-collapsed"
      data-column={status}
      draggable={false}
      preventScrollReset
      to={updateQuery(query, { closed: '' })}
    >
      <ChevronsLeft size={16} aria-hidden />
      <StageIcon stage={statusStages[status]} />
      <span className="visually-hidden">{messages.showClosed}:</span>
      <span className="board-collapsed-text">
        {messages.statuses[status]} <Count value={count} />
      </span>
    </Link>
  )
}
