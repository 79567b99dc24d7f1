import { useRouteLoaderData } from 'react-router'
import { Row, RowLink, Rows } from '../../../ui/data/list-row.tsx'
import { Time } from '../../../ui/data/time.tsx'
import { moderationMessages as messages } from '../../messages/requests/moderation.ts'
import type { ModerationPageData } from './page.tsx'

interface QueueListProps extends Pick<ModerationPageData, 'queue'> {
  focusedId: string
  reviewUrl: string
  onFocus: (id: string) => void
}

export function QueueList({ queue, focusedId, reviewUrl, onFocus }: QueueListProps) {
  const { now, zone } = useRouteLoaderData('root') as { now: string; zone: string }
  return (
    <div className="card review-waiting">
      <Rows label={messages.queue}>
        {queue.map(({ id, title, board, submitter, createdAt }) => (
          <Row
            key={id}
            isActive={id === focusedId}
            title={
              <RowLink
                to={`${reviewUrl}?request=${id}`}
                preventScrollReset
                aria-current={id === focusedId ? 'true' : undefined}
                onClick={() => onFocus(id)}
                dir="auto"
              >
                {title}
              </RowLink>
            }
            meta={
              <>
                <span>{board.name}</span>
                <span className="review-who">
                  {submitter?.name ?? submitter?.email ?? submitter?.externalId ?? messages.anonymous}
                </span>
                <Time value={createdAt} now={now} zone={zone} />
              </>
            }
          />
        ))}
      </Rows>
    </div>
  )
}
