import { Field } from '../../../ui/forms/field.tsx'
import { SubmitWithoutScript } from '../../../ui/forms/form-buttons.tsx'
import { Select } from '../../../ui/forms/text-input.tsx'
import { FilterBar } from '../../../ui/layout/toolbar.tsx'
import { sendToTrackerMessages as messages } from '../../messages/requests/send-to-tracker.ts'
import type { IssueFormData } from './issue-form-data.ts'

/** The team comes first: what else can be chosen is its own. A form of its own, so that what was typed below stays. */
export function TeamSelect({ preview, choices, provider }: IssueFormData & { provider: keyof typeof messages.places }) {
  const { teamId } = preview.proposedIssue
  if (choices.teams.length < 2) return null
  return (
    <FilterBar label={messages.team} key={teamId}>
      <div className="sending-team">
        <Field name="teamId" label={messages.places[provider].team}>
          <Select
            defaultValue={teamId ?? ''}
            options={choices.teams.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Field>
      </div>
      <SubmitWithoutScript>{messages.show}</SubmitWithoutScript>
    </FilterBar>
  )
}
