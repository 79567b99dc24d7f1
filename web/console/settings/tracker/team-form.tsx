import type { Provider } from '#server/tracker/tracker.ts'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { FormActions, SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { Select } from '../../../ui/forms/text-input.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { trackerMessages as messages, teamNoun } from '../../messages/settings/tracker.ts'
import { choiceOptions } from './choice-options.ts'
import type { TeamStep } from './connect-page.tsx'

/** The second step, where a credential may send issues to several places. */
export function TeamForm({ provider, teams, keptToken }: TeamStep & { provider: Provider }) {
  return (
    <Card title={messages.team(provider)} description={messages.teamText}>
      <ActionForm intent="team" fields={{ keptToken }}>
        <Field name="team" label={teamNoun[provider]}>
          <Select options={choiceOptions(teams)} />
        </Field>
        <FormActions>
          <SubmitButton>{messages.submit}</SubmitButton>
        </FormActions>
      </ActionForm>
    </Card>
  )
}
