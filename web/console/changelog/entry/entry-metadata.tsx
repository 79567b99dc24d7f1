import { Link } from 'react-router'
import { Tag } from '../../../ui/data/badge.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Facts } from '../../../ui/data/list-row.tsx'
import { NumberText } from '../../../ui/data/number-text.tsx'
import { StageBadge } from '../../../ui/data/stage-badge.tsx'
import { DateText } from '../../../ui/data/time.tsx'
import { editor, entry as words } from '../../messages/changelog.ts'
import type { PublishedEntry } from './page.tsx'

/** What an entry has besides its text. */
export function EntryFacts({ data: { entry, tags, home }, zone }: { data: PublishedEntry; zone: string }) {
  return (
    <div className="flex flex-col gap-4">
      <Card title={words.facts}>
        <Facts
          facts={[
            [words.publishedAt, <DateText key="at" value={entry.publishedAt!} zone={zone} clock />],
            [words.version, entry.versionLabel && <bdi className="wrap-anywhere">{entry.versionLabel}</bdi>],
            [words.tags, tags.length > 0 ? <TagList key="tags" tags={tags} /> : null],
            [words.reactions, <Reactions key="reactions" entry={entry} />],
          ]}
        />
      </Card>
      {entry.linkedFeedback.length > 0 && (
        <Card title={words.linked}>
          <ul className="flex flex-col gap-3 text-13">
            {entry.linkedFeedback.map(({ id, title, stage, isPublic }) => (
              <li key={id} className="min-w-0">
                <Link className="text-link line-clamp-2 wrap-anywhere" to={`${home}/requests/${id}`} title={title}>
                  {title}
                </Link>
                <span className="flex flex-wrap items-center gap-x-3">
                  <StageBadge stage={stage} look="plain" />
                  {!isPublic && <span className="text-12 text-muted">{editor.linkedHidden}</span>}
                </span>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </div>
  )
}

function TagList({ tags }: { tags: PublishedEntry['tags'] }) {
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

function Reactions({ entry: { reactions, reactionsEnabled } }: { entry: PublishedEntry['entry'] }) {
  const counts = Object.entries(reactions).sort(([, a], [, b]) => b - a)
  if (counts.length === 0) return reactionsEnabled ? words.noReactions : words.reactionsOff
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
