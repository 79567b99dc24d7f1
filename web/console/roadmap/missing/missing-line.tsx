import { Link, useSearchParams } from 'react-router'
import { roadmapMessages } from '../../messages/roadmap.ts'
import { boardQuery } from '../board-query.ts'
import type { BoardData } from '../page.tsx'

const messages = roadmapMessages.missing

/** Says how many requests are missing on the roadmap, with a link to add them. */
export function MissingLine({ missing: { count, isCapped }, home }: Pick<BoardData, 'missing' | 'home'>) {
  const [query] = useSearchParams()
  if (count === 0) return null
  return (
    <p className="text-13 text-muted">
      {isCapped ? messages.lineMany({ count }) : messages.line({ count })}{' '}
      <Link className="text-link" to={`${home}/missing${boardQuery(query)}`} preventScrollReset>
        {messages.show}
      </Link>
    </p>
  )
}
