import { Link } from 'react-router'
import { Tag } from '../../../ui/data/badge.tsx'
import { DescriptionList } from '../../../ui/data/list-row.tsx'
import { NumberText } from '../../../ui/data/number-text.tsx'
import { StageBadge } from '../../../ui/data/stage-badge.tsx'
import { DateText } from '../../../ui/data/time.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { editorMessages, entryMessages as messages } from '../../messages/changelog.ts'
import type { EntryPageData } from './page.tsx'

/** Shows the details of an entry, without its text. */
export function EntryMetadata({ data: { entry, tags, home }, zone }: { data: EntryPageData; zone: string }) {
  return (
    <div className="flex flex-col gap-4">
      <Card title={messages.facts}>
        <DescriptionList
          facts={[
            [messages.publishedAt, <DateText key="at" value={entry.publishedAt!} zone={zone} clock />],
            [messages.version, entry.versionLabel && <bdi className="wrap-anywhere">{entry.versionLabel}</bdi>],
            [messages.tags, tags.length > 0 ? <TagList key="tags" tags={tags} /> : null],
            [messages.reactions, <Reactions key="reactions" entry={entry} />],
          ]}
        />
      </Card>
      {entry.linkedFeedback.length > 0 && (
        <Card title={messages.linked}>
          <ul className="flex flex-col gap-3 text-13">
            {entry.linkedFeedback.map(({ id, title, stage, isPublic }) => (
              <li key={id} className="min-w-0">
                <Link className="text-link line-clamp-2 wrap-anywhere" to={`${home}/requests/${id}`} title={title}>
                  {title}
                </Link>
                <span className="flex flex-wrap items-center gap-x-3">
                  <StageBadge stage={stage} look="plain" />
                  {!isPublic && <span className="text-12 text-muted">{editorMessages.linkedHidden}</span>}
                </span>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </div>
  )
}

function TagList({ tags }: { tags: EntryPageData['tags'] }) {
  return (
    <span className="flex flex-wrap gap-1">
      {tags.map(({ id, name, color }) => (
        <Tag key={id} color={color}>
          {name}
        </Tag>
      ))}
    </span>
  )
}

function Reactions({ entry: { reactions, reactionsEnabled } }: { entry: EntryPageData['entry'] }) {
  const counts = Object.entries(reactions).sort(([, a], [, b]) => b - a)
  if (counts.length === 0) return reactionsEnabled ? messages.noReactions : messages.reactionsOff
  return (
    <span className="flex flex-wrap gap-x-3 gap-y-1">
      {counts.map(([emoji, count]) => (
        <span key={emoji}>
          {emoji} <NumberText value={count} compact />
        </span>
      ))}
    </span>
  )
}
