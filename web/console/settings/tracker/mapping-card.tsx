import { ActionForm } from '../../../ui/action-form.tsx'
import { Card } from '../../../ui/card.tsx'
import { Switch } from '../../../ui/choice.tsx'
import { Field, FieldSet } from '../../../ui/field.tsx'
import { FormActions, SubmitButton } from '../../../ui/form.tsx'
import { Select } from '../../../ui/text-input.tsx'
import { settings } from '../../words/settings/settings.ts'
import { trackerWords as words } from '../../words/settings/tracker.ts'
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
