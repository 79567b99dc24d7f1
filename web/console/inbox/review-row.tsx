import { ListChecks } from 'lucide-react'
import type { ReviewItem } from '#server/inbox/review.ts'
import { Row, RowLink } from '../../ui/data/list-row.tsx'
import { Time } from '../../ui/data/time.tsx'
import { inboxMessages as messages } from '../messages/inbox.ts'
import { type InboxRowProps, UnreadIcon } from './item-row.tsx'
import { ReadToggle } from './read-toggle.tsx'
import { inboxRowId, reviewKey } from './use-inbox-keys.ts'

// The count stops there.
const maxCounted = 100

/** Shows that something waits in the review queue. */
export function ReviewRow({ review, home, zone, now, isActive, onActive }: InboxRowProps & { review: ReviewItem }) {
  const { waiting, newestAt, isUnread } = review
  const { title } = messages.review
  return (
    <Row
      id={inboxRowId(reviewKey)}
      isActive={isActive}
      start={<UnreadIcon icon={<ListChecks aria-hidden />} isUnread={isUnread} />}
      title={
        <RowLink to={`${home}/requests/review`} className={isUnread ? 'inbox-unread' : 'inbox-read'} onFocus={onActive}>
          {isUnread && <span className="visually-hidden">{messages.unreadMark} </span>}
          {title}
        </RowLink>
      }
      meta={
        <span>
          {waiting < maxCounted
            ? messages.review.waiting({ count: waiting })
            : messages.review.waitingMore({ count: maxCounted - 1 })}
        </span>
      }
      end={
        <>
          <Time value={newestAt} zone={zone} now={now} />
          <ReadToggle
            isUnread={isUnread}
            label={isUnread ? messages.markReadOf({ title }) : messages.markUnreadOf({ title })}
            intent={isUnread ? 'read-review' : 'unread-review'}
            fields={{ seenAt: now }}
          />
        </>
      }
    />
  )
}
