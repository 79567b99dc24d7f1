import { useEffect } from 'react'
import { useFetcher } from 'react-router'
import type { AnnouncementRecipientCounts } from '#server/notifications/recipients/announcement-recipients.ts'
import { RadioGroup } from '../../../ui/forms/choice.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Select } from '../../../ui/forms/text-input.tsx'
import { publishMessages } from '../../messages/changelog.ts'
import type { ReachedResponse } from './recipients.ts'

const messages = publishMessages.audience

/** What the radio buttons offer; `filter` means the board or tag chosen below them. */
export type AudienceKind = 'everyone' | 'asked' | 'filter' | 'nobody'

interface AudienceFieldProps {
  kind: AudienceKind
  onKind: (kind: AudienceKind) => void
  onFilter: (filter: string) => void
  /** The kinds with a number that is known. */
  reached: Record<'everyone' | 'asked', AnnouncementRecipientCounts>
  hasLinked: boolean
  boards: { id: string; name: string }[]
  tags: { id: string; name: string }[]
}

/** Chooses whom publishing emails. Without script, the list of boards and tags is always there. */
export function AudienceField({ kind, onKind, onFilter, reached, hasLinked, boards, tags }: AudienceFieldProps) {
  const filters = [
    ...boards.map(({ id, name }) => ({ value: `board:${id}`, label: messages.board({ name }) })),
    ...tags.map(({ id, name }) => ({ value: `tag:${id}`, label: messages.tag({ name }) })),
  ]
  const options: { value: AudienceKind; label: string; help?: string }[] = [
    { value: 'everyone', label: messages.everyone({ count: reached.everyone.recipients }) },
    { value: 'asked', label: messages.asked({ count: reached.asked.recipients }), help: messages.askedHelp },
    { value: 'filter', label: messages.filter, help: messages.filterHelp },
    { value: 'nobody', label: messages.nobody },
  ]
  return (
    <>
      <RadioGroup
        name="audience"
        legend={messages.legend}
        defaultValue="everyone"
        onChange={(value) => onKind(value as AudienceKind)}
        options={options.filter(({ value }) => value !== 'asked' || hasLinked)}
      />
      <div className={kind === 'filter' ? undefined : 'hidden noscript:block'}>
        <Field name="filter" label={messages.filterLabel}>
          <Select
            options={filters}
            defaultValue={filters[0]?.value}
            onChange={({ target }) => onFilter(target.value)}
          />
        </Field>
      </div>
    </>
  )
}

/** Counts whom a board or a tag reaches; null until the number is known. */
export function useReached(entryUrl: string, filter: string | null): AnnouncementRecipientCounts | null {
  const { load, data } = useFetcher<ReachedResponse>()
  useEffect(() => {
    if (filter !== null) load(`${entryUrl}/recipients?audience=${encodeURIComponent(filter)}`)
  }, [load, entryUrl, filter])
  return data !== undefined && data.of === filter ? data.reached : null
}
