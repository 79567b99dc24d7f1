import type { Provider } from '#server/tracker/tracker.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { SubmitWithoutScript } from '../../../ui/forms/form-buttons.tsx'
import { Select } from '../../../ui/forms/text-input.tsx'
import { FilterBar } from '../../../ui/layout/toolbar.tsx'
import { sendToTrackerMessages as messages } from '../../messages/requests/send-to-tracker.ts'
import { trackerMessages } from '../../messages/settings/tracker.ts'
import type { IssueFormData } from './issue-form-data.ts'

/** Comes first, because the other choices depend on the team. A separate form keeps what was typed below. */
export function TeamSelect({ preview, choices, provider }: IssueFormData & { provider: Provider }) {
  const { teamId } = preview.proposedIssue
  if (choices.teams.length < 2) return null
  return (
    <FilterBar label={messages.destination} key={teamId}>
      <div className="sending-team">
        <Field name="teamId" label={trackerMessages.teamNouns[provider]}>
          <Select
            defaultValue={teamId ?? ''}
            options={choices.teams.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Field>
      </div>
      <SubmitWithoutScript>{messages.showChoices}</SubmitWithoutScript>
    </FilterBar>
  )
}
