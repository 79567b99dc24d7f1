import { Link, useRouteLoaderData } from 'react-router'
import { Badge } from '../../../ui/data/badge.tsx'
import { Time } from '../../../ui/data/time.tsx'
import { moderationMessages as messages } from '../../messages/requests/moderation.ts'
import { reviewMessages } from '../../messages/requests/review.ts'
import { type BelowThread, pageOf, titleOf } from './review-item.ts'

interface ReviewHeadProps {
  item: BelowThread
  home: string
  badge: string
  /** Whether the page that it belongs to is gone. */
  isGone?: boolean
}

/** The head of the card of a comment, an edit or a report: what it is, when it was sent, and a link to its page. */
export function ReviewHead({ item, home, badge, isGone = false }: ReviewHeadProps) {
  const { now, zone } = useRouteLoaderData('root') as { now: string; zone: string }
  return (
    <>
      <div className="review-head">
        <Badge look="outline">{badge}</Badge>
        <span>
          {messages.filed} <Time value={item.createdAt} now={now} zone={zone} />
        </span>
        {!isGone && (
          <Link className="text-link ms-auto" to={pageOf(item, home)}>
            {reviewMessages.openThread[item.thread.kind]}
          </Link>
        )}
      </div>
      <h2 id="review-title" dir="auto">
        {titleOf(item)}
      </h2>
    </>
  )
}
