import { MessageSquare, SmilePlus } from 'lucide-react'
import type { EntryTab } from '#server/changelog/console/list.ts'
import { Badge, Tag } from '../../../ui/data/badge.tsx'
import { Row, RowLink } from '../../../ui/data/list-row.tsx'
import { NumberText } from '../../../ui/data/number-text.tsx'
import { DateText, Time } from '../../../ui/data/time.tsx'
import { changelogMessages, planMessages } from '../../messages/changelog.ts'
import { ZonedTime } from '../zoned-time.tsx'
import type { ListedEntry } from './page.tsx'

interface EntryRowProps {
  entry: ListedEntry
  tab: EntryTab
  home: string
  zone: string
  now: string
}

export function EntryRow({ entry, tab, home, zone, now }: EntryRowProps) {
  const to = `${home}/changelog/${entry.id}${tab === 'published' ? '' : '/edit'}`
  return (
    <Row
      title={
        <RowLink to={to} title={entry.title}>
          <bdi>{entry.title}</bdi>
        </RowLink>
      }
      meta={
        <>
          {entry.versionLabel && <bdi className="max-w-40 truncate">{entry.versionLabel}</bdi>}
          <EntryTime entry={entry} tab={tab} zone={zone} now={now} />
          {tab === 'scheduled' && <span>{planMessages.listed[entry.audience]}</span>}
          {entry.linkedRequests > 0 && (
            <span className="max-md:hidden">{changelogMessages.linked({ count: entry.linkedRequests })}</span>
          )}
        </>
      }
      end={
        <>
          <span className="flex max-w-56 flex-wrap justify-end gap-1 max-md:hidden">
            {entry.tags.slice(0, 3).map((tag) => (
              <Tag key={tag.id} color={tag.color}>
                {tag.name}
              </Tag>
            ))}
          </span>
          {tab === 'published' && <EntryEngagement entry={entry} />}
        </>
      }
    />
  )
}

function EntryTime({ entry, tab, zone, now }: Omit<EntryRowProps, 'home'>) {
  if (tab === 'published') return <DateText value={entry.publishedAt!} zone={zone} />
  if (tab === 'scheduled')
    return <ZonedTime at={entry.scheduledPublishAt!} zone={entry.scheduledTimezone} reader={zone} />
  return (
    <span>
      {changelogMessages.edited} <Time value={entry.updatedAt} zone={zone} now={now} />
    </span>
  )
}

function EntryEngagement({ entry: { delivery, reactions, comments } }: { entry: ListedEntry }) {
  return (
    <>
      {delivery && <Delivery {...delivery} />}
      <span
        className="flex min-w-12 items-center justify-end gap-1 text-muted max-md:min-w-0"
        title={changelogMessages.reactions({ count: reactions })}
      >
        <SmilePlus size={14} aria-hidden />
        <span className="visually-hidden">{changelogMessages.reactions({ count: reactions })}</span>
        <span aria-hidden>
          <NumberText value={reactions} compact />
        </span>
      </span>
      <span
        className="flex min-w-12 items-center justify-end gap-1 text-muted max-md:min-w-0"
        title={changelogMessages.comments({ count: comments })}
      >
        <MessageSquare size={14} aria-hidden />
        <span className="visually-hidden">{changelogMessages.comments({ count: comments })}</span>
        <span aria-hidden>
          <NumberText value={comments} compact />
        </span>
      </span>
    </>
  )
}

function Delivery({ isFinished, sent, failed }: NonNullable<ListedEntry['delivery']>) {
  if (!isFinished) return <Badge tone="info">{changelogMessages.delivery.running}</Badge>
  if (failed > 0) return <Badge tone="danger">{changelogMessages.delivery.failed({ count: failed })}</Badge>
  return sent > 0 && <Badge tone="success">{changelogMessages.delivery.sent({ count: sent })}</Badge>
}
