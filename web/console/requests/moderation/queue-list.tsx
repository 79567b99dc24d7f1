import { useRouteLoaderData } from 'react-router'
import { Row, RowLink, Rows } from '../../../ui/data/list-row.tsx'
import { Time } from '../../../ui/data/time.tsx'
import { moderationMessages as messages } from '../../messages/requests/moderation.ts'
import { reviewMessages } from '../../messages/requests/review.ts'
import type { ModerationPageData } from './page.tsx'
import { type ReviewItem, titleOf } from './review-item.ts'

interface QueueListProps extends Pick<ModerationPageData, 'queue'> {
  focusedId: string
  reviewUrl: string
  onFocus: (id: string) => void
  /** Opens the focused item. */
  onOpen: () => void
}

export function QueueList({ queue, focusedId, reviewUrl, onFocus, onOpen }: QueueListProps) {
  const { now, zone } = useRouteLoaderData('root') as { now: string; zone: string }
  return (
    <div className="card review-waiting">
      <Rows label={messages.queue}>
        {queue.map((item) => (
          <Row
            key={item.id}
            isActive={item.id === focusedId}
            title={
              <RowLink
                to={`${reviewUrl}?request=${item.id}`}
                preventScrollReset
                aria-current={item.id === focusedId ? 'true' : undefined}
                onClick={() => onFocus(item.id)}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter' || item.id !== focusedId) return
                  event.preventDefault()
                  onOpen()
                }}
                dir="auto"
              >
                {titleOf(item)}
              </RowLink>
            }
            meta={
              <>
                <span>{labelOf(item)}</span>
                <span className="review-who">{authorOf(item)}</span>
                <Time value={item.createdAt} now={now} zone={zone} />
              </>
            }
          />
        ))}
      </Rows>
    </div>
  )
}

function labelOf(item: ReviewItem): string {
  if (item.kind === 'request') return item.board.name
  return { comment: reviewMessages.comment, edit: reviewMessages.edit, report: reviewMessages.reported }[item.kind]
}

function authorOf(item: ReviewItem): string {
  const author = item.kind === 'request' ? item.submitter : item.author
  return author?.name ?? author?.email ?? author?.externalId ?? messages.anonymous
}
