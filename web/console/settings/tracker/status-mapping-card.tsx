import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Switch } from '../../../ui/forms/choice.tsx'
import { Field, FieldSet } from '../../../ui/forms/field.tsx'
import { FormActions, SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { Select } from '../../../ui/forms/text-input.tsx'
import { settings } from '../../messages/settings/common.ts'
import { trackerWords as words } from '../../messages/settings/tracker.ts'
import type { Connected } from './page.tsx'

export function MappingCard({ tracker, stateTypes, mappedStages }: Connected) {
  const stages = [
    ...mappedStages.map((stage) => ({ value: stage, label: words.stages[stage] })),
    { value: '', label: words.stages.none },
  ]
  return (
    <Card title={words.mappingTitle} description={words.mappingText}>
      <ActionForm intent="configure">
        <div className="grid gap-4 sm:grid-cols-2">
          {stateTypes.map((type) => (
            <Field key={type} name={`mapping.${type}`} label={words.states[type]}>
              <Select defaultValue={tracker.mapping[type] ?? ''} options={stages} />
            </Field>
          ))}
        </div>
        <FieldSet legend={words.contextTitle}>
          <Switch
            name="sendsContext"
            label={words.context}
            help={words.contextHelp}
            defaultChecked={tracker.sendsContext}
          />
        </FieldSet>
        <FormActions>
          <SubmitButton>{settings.save}</SubmitButton>
        </FormActions>
      </ActionForm>
    </Card>
  )
}
