import { ChevronsLeft, ChevronsRight, Plus } from 'lucide-react'
import { useId } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Count } from '../../../ui/data/badge.tsx'
import { StageIcon } from '../../../ui/data/stage-badge.tsx'
import { roadmap as words } from '../../messages/roadmap.ts'
import { queryWith } from '../board-query.ts'
import type { Column } from './card-moves.ts'
import { BoardCard } from './board-card.tsx'
import { stageOf } from './status-stages.ts'

interface BoardColumnProps {
  column: Column
  home: string
  /** What the addresses of panels keep of the board's own. */
  query: string
  openId: string | undefined
  liftedId: string | undefined
  isCurrent: boolean
  isFolded: boolean
  isFiltered: boolean
  canPlan: boolean
}

export function BoardColumn(props: BoardColumnProps) {
  const { column, home, query, isCurrent, isFiltered, canPlan } = props
  const { status, cards, count, hasMore } = column
  const titleId = useId()
  if (props.isFolded) return <FoldedColumn column={column} />
  return (
    <section
      className="board-column"
      aria-labelledby={titleId}
      data-column={status}
      data-current={isCurrent ? '' : undefined}
    >
      <header className="board-column-head">
        <StageIcon stage={stageOf[status]} />
        <h2 id={titleId}>{words.statuses[status]}</h2>
        <Count value={count} label={words.items(count).replace(/^\S+ /, '')} />
        {canPlan && status !== 'closed' && (
          <Link
            className="board-add"
            to={`${home}/new${withStatus(query, status)}`}
            aria-label={words.addTo(status)}
            title={words.addTo(status)}
          >
            <Plus size={16} aria-hidden />
          </Link>
        )}
        {status === 'closed' && <Fold />}
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
          <li className="board-empty">{isFiltered ? words.emptyFiltered : words.empty[status]}</li>
        )}
        {hasMore && <li className="board-more">{words.older(count - cards.length)}</li>}
      </ul>
    </section>
  )
}

function Fold() {
  const [query] = useSearchParams()
  return (
    <Link
      className="board-add"
      to={queryWith(query, { closed: null }) || '?'}
      preventScrollReset
      aria-label={words.hideClosed}
      title={words.hideClosed}
    >
      <ChevronsRight size={16} aria-hidden />
    </Link>
  )
}

const withStatus = (query: string, status: string): string => `${query === '' ? '?' : `${query}&`}status=${status}`

/** A column that is out of the way until somebody wants to see it; a card may be dropped on it all the same. */
function FoldedColumn({ column: { status, count } }: { column: Column }) {
  const [query] = useSearchParams()
  return (
    <Link
      className="board-folded"
      data-column={status}
      draggable={false}
      preventScrollReset
      to={queryWith(query, { closed: '' })}
    >
      <ChevronsLeft size={16} aria-hidden />
      <StageIcon stage={stageOf[status]} />
      <span className="visually-hidden">{words.showClosed}:</span>
      <span className="board-folded-words">
        {words.statuses[status]} <Count value={count} />
      </span>
    </Link>
  )
}
