import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { Switch } from '../../../ui/forms/choice.tsx'
import { Field, FieldSet } from '../../../ui/forms/field.tsx'
import { FormActions, SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { Select } from '../../../ui/forms/text-input.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { settingsMessages } from '../../messages/settings/common.ts'
import { trackerMessages as messages } from '../../messages/settings/tracker.ts'
import type { ConnectedTrackerPage } from './page.tsx'

export function StatusMappingCard({ tracker, stateTypes, mappedStages }: ConnectedTrackerPage) {
  const stages = [
    ...mappedStages.map((stage) => ({ value: stage, label: messages.stages[stage] })),
    { value: '', label: messages.stages.none },
  ]
  return (
    <Card title={messages.mappingTitle} description={messages.mappingText}>
      <ActionForm intent="configure">
        <div className="grid gap-4 sm:grid-cols-2">
          {stateTypes.map((type) => (
            <Field key={type} name={`mapping.${type}`} label={messages.states[type]}>
              <Select defaultValue={tracker.mapping[type] ?? ''} options={stages} />
            </Field>
          ))}
        </div>
        <FieldSet legend={messages.contextTitle}>
          <Switch
            name="sendsContext"
            label={messages.context}
            help={messages.contextHelp}
            defaultChecked={tracker.sendsContext}
          />
        </FieldSet>
        <FormActions>
          <SubmitButton>{settingsMessages.save}</SubmitButton>
        </FormActions>
      </ActionForm>
    </Card>
  )
}
