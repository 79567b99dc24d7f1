import type { AnnouncementRecipientCounts } from '#server/notifications/recipients/announcement-recipients.ts'
import { RadioGroup } from '../../../ui/forms/choice.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Select } from '../../../ui/forms/text-input.tsx'
import { publishMessages } from '../../messages/changelog.ts'

const messages = publishMessages.audience

/** What the radio buttons offer; `filter` means the board or tag chosen below them. */
export type AudienceKind = 'everyone' | 'asked' | 'filter' | 'nobody'

interface AudienceFieldProps {
  kind: AudienceKind
  /** The initial choice. */
  initial: { kind: AudienceKind; filter: string | null }
  onKind: (kind: AudienceKind) => void
  onFilter: (filter: string) => void
  /** The kinds with a number that is known. */
  reached: Record<'everyone' | 'asked', AnnouncementRecipientCounts>
  hasLinked: boolean
  boards: { id: string; name: string }[]
  tags: { id: string; name: string }[]
}

/** Chooses whom publishing emails. Without script, the list of boards and tags is always there. */
export function AudienceField({
  kind,
  initial,
  onKind,
  onFilter,
  reached,
  hasLinked,
  boards,
  tags,
}: AudienceFieldProps) {
  const filters = listFilters({ boards, tags, chosen: initial.filter })
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
        defaultValue={initial.kind}
        onChange={(value) => onKind(value as AudienceKind)}
        options={options.filter(({ value }) => value !== 'asked' || hasLinked || initial.kind === 'asked')}
      />
      <div className={kind === 'filter' ? undefined : 'hidden noscript:block'}>
        <Field name="filter" label={messages.filterLabel}>
          <Select
            options={filters}
            defaultValue={initial.filter ?? filters[0]?.value}
            onChange={({ target }) => onFilter(target.value)}
          />
        </Field>
      </div>
    </>
  )
}

interface Filters {
  boards: { id: string; name: string }[]
  tags: { id: string; name: string }[]
  /** The filter that was chosen earlier. */
  chosen: string | null
}

/** Lists the boards and tags that an audience can be limited to. A deleted choice stays listed until it is replaced. */
export function listFilters({ boards, tags, chosen }: Filters): { value: string; label: string }[] {
  const filters = [
    ...boards.map(({ id, name }) => ({ value: `board:${id}`, label: messages.board({ name }) })),
    ...tags.map(({ id, name }) => ({ value: `tag:${id}`, label: messages.tag({ name }) })),
  ]
  if (chosen === null || filters.some(({ value }) => value === chosen)) return filters
  return [{ value: chosen, label: messages.deletedFilter }, ...filters]
}
