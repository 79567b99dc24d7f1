import { locale } from '#i18n/locale.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { SubmitWithoutScript } from '../../../ui/forms/form-buttons.tsx'
import { Select } from '../../../ui/forms/text-input.tsx'
import { FilterBar } from '../../../ui/layout/toolbar.tsx'
import { auditMessages as messages } from '../../messages/settings/audit.ts'
import { periods } from './audit-query.ts'
import type { AuditLogPage } from './page.tsx'

const groupLabels: Record<string, string> = messages.groups

export function AuditFilters({ groups, actors, filter, pageUrl }: AuditLogPage) {
  const groupOptions = groups
    .map((id) => ({ value: id, label: groupLabels[id] ?? id }))
    .sort((a, b) => a.label.localeCompare(b.label, locale))
  return (
    <FilterBar label={messages.filters} action={pageUrl}>
      <Field name="group" label={messages.group} hideLabel>
        <Select defaultValue={filter.group} options={[{ value: '', label: messages.allGroups }, ...groupOptions]} />
      </Field>
      <Field name="actor" label={messages.actor} hideLabel>
        <Select defaultValue={filter.actor}>
          <option value="">{messages.allActors}</option>
          <Actors label={messages.members} actors={actors.filter(({ type }) => type === 'member')} />
          <Actors label={messages.tokens} actors={actors.filter(({ type }) => type === 'key')} />
          <Actors label={messages.apps} actors={actors.filter(({ type }) => type === 'app')} />
        </Select>
      </Field>
      <Field name="period" label={messages.period} hideLabel>
        <Select
          defaultValue={filter.period}
          options={periods.map((value) => ({ value, label: messages.periods[value] }))}
        />
      </Field>
      <SubmitWithoutScript>{messages.show}</SubmitWithoutScript>
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
