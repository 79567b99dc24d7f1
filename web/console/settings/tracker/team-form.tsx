import type { Provider } from '#server/tracker/tracker.ts'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { FormActions, SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { Select } from '../../../ui/forms/text-input.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { trackerMessages as messages } from '../../messages/settings/tracker.ts'
import { choiceOptions } from './choice-options.ts'
import type { TeamStep } from './connect-page.tsx'

/** The second step, for a credential that can send issues to several teams. */
export function TeamForm({ provider, teams, sealedToken }: TeamStep & { provider: Provider }) {
  return (
    <Card title={messages.chooseTeam({ tracker: messages.providers[provider] })} description={messages.chooseTeamText}>
      <ActionForm intent="team" fields={{ sealedToken }}>
        <Field name="team" label={messages.teamNouns[provider]}>
          <Select options={choiceOptions(teams)} />
        </Field>
        <FormActions>
          <SubmitButton>{messages.submit}</SubmitButton>
        </FormActions>
      </ActionForm>
    </Card>
  )
}
