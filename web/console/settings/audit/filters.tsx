import { Field } from '../../../ui/forms/field.tsx'
import { SubmitWithoutScript } from '../../../ui/forms/form-buttons.tsx'
import { Select } from '../../../ui/forms/text-input.tsx'
import { FilterBar } from '../../../ui/layout/toolbar.tsx'
import { auditWords as words } from '../../messages/settings/audit.ts'
import { periods } from './audit-query.ts'
import type { AuditLogPage } from './page.tsx'

export function Filters({ groups, actors, filter, here }: AuditLogPage) {
  const groupOptions = groups
    .map((id) => ({ value: id, label: words.groups[id] ?? id }))
    .sort((a, b) => a.label.localeCompare(b.label, 'en'))
  return (
    <FilterBar label={words.filters} action={here}>
      <Field name="group" label={words.group} hideLabel>
        <Select defaultValue={filter.group} options={[{ value: '', label: words.allGroups }, ...groupOptions]} />
      </Field>
      <Field name="actor" label={words.actor} hideLabel>
        <Select defaultValue={filter.actor}>
          <option value="">{words.allActors}</option>
          <Actors label={words.members} actors={actors.filter(({ type }) => type === 'member')} />
          <Actors label={words.tokens} actors={actors.filter(({ type }) => type === 'key')} />
        </Select>
      </Field>
      <Field name="period" label={words.period} hideLabel>
        <Select
          defaultValue={filter.period}
          options={periods.map((value) => ({ value, label: words.periods[value] }))}
        />
      </Field>
      <SubmitWithoutScript>{words.show}</SubmitWithoutScript>
    </FilterBar>
  )
}

function Actors({ label, actors }: { label: string; actors: AuditLogPage['actors'] }) {
  if (actors.length === 0) return null
  return (
    <optgroup label={label}>
      {actors.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </optgroup>
  )
}
