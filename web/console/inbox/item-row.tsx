import { AtSign, MessageSquare, UserCheck } from 'lucide-react'
import type { InboxItem } from '#server/inbox/queries.ts'
import { Row, RowLink } from '../../ui/data/list-row.tsx'
import { Time } from '../../ui/data/time.tsx'
import { inboxMessages as messages } from '../messages/inbox.ts'
import { ReadToggle } from './read-toggle.tsx'
import { inboxRowId } from './use-inbox-keys.ts'

export interface InboxRowProps {
  home: string
  zone: string
  now: string
  isActive: boolean
  onActive: () => void
}

const icons = { assigned: UserCheck, mentioned: AtSign, reply: MessageSquare }

/** The request or entry of an item. */
export const inboxItemId = ({ feedbackId, entryId }: InboxItem): string => (feedbackId ?? entryId)!

/** Shows the latest notification about one request or entry, and the number of others. */
export function ItemRow({ item, home, zone, now, isActive, onActive }: InboxRowProps & { item: InboxItem }) {
  const { feedbackId, entryId, title, kind, commentId, excerpt, at, unread, total } = item
  const Icon = icons[kind]
  return (
    <Row
      id={inboxRowId(inboxItemId(item))}
      isActive={isActive}
      start={<UnreadIcon icon={<Icon aria-hidden />} isUnread={unread > 0} />}
      title={
        <RowLink
          to={`${home}/${entryId === null ? 'requests' : 'changelog'}/${inboxItemId(item)}${commentId === null ? '' : `#comment-${commentId}`}`}
          className={unread > 0 ? 'inbox-unread' : 'inbox-read'}
          onFocus={onActive}
        >
          {unread > 0 && <span className="visually-hidden">{messages.unreadMark} </span>}
          <bdi>{title}</bdi>
        </RowLink>
      }
      meta={
        <>
          <span>{sentenceFor(item)}</span>
          {excerpt && (
            <bdi className="inbox-excerpt" title={excerpt}>
              {excerpt}
            </bdi>
          )}
          {total > 1 && <span>{messages.more({ count: total - 1 })}</span>}
        </>
      }
      end={
        <>
          <Time value={at} zone={zone} now={now} />
          <ReadToggle
            isUnread={unread > 0}
            label={unread > 0 ? messages.markReadOf({ title }) : messages.markUnreadOf({ title })}
            intent={unread > 0 ? 'read' : 'unread'}
            fields={entryId === null ? { feedbackId: feedbackId! } : { entryId }}
          />
        </>
      }
    />
  )
}

function sentenceFor({ kind, isNote, actorName }: InboxItem): string {
  const sentence = kind === 'mentioned' && isNote ? messages.kinds.mentionedInNote : messages.kinds[kind]
  return sentence({ hasActor: actorName === null ? 'no' : 'yes', actor: actorName ?? '' })
}

export function UnreadIcon({ icon, isUnread }: { icon: React.ReactNode; isUnread: boolean }) {
  return (
    <span className="inbox-icon" data-unread={isUnread ? '' : undefined}>
      {icon}
    </span>
  )
}
