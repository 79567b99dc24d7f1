import type { Destination } from '#server/tracker/connection/destination.ts'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { Checkbox } from '../../../ui/forms/choice.tsx'
import { Field, FieldSet } from '../../../ui/forms/field.tsx'
import { FormActions, SubmitButton, SubmitWithoutScript } from '../../../ui/forms/form-buttons.tsx'
import { Select } from '../../../ui/forms/text-input.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { FilterBar } from '../../../ui/layout/toolbar.tsx'
import { trackerMessages as messages, priorityLabels } from '../../messages/settings/tracker.ts'
import { choiceOptions } from './choice-options.ts'

const noChoice = { value: '', label: messages.none }

export function DestinationForm({ choices, settingsPath }: { choices: Destination; settingsPath: string }) {
  const { provider, teams, projects, labels, assignees, unsupported, chosen } = choices
  return (
    <Card>
      <div className="form">
        {/* The other choices depend on the team, so it has a form of its own. */}
        <FilterBar label={messages.teamNouns[provider]} action={`${settingsPath}/destination`} className="items-end">
          <Field name="team" label={messages.teamNouns[provider]}>
            <Select defaultValue={chosen.teamId ?? ''} options={choiceOptions(teams)} />
          </Field>
          <SubmitWithoutScript>{messages.showChoices}</SubmitWithoutScript>
        </FilterBar>
        <ActionForm intent="choose" fields={{ team: chosen.teamId ?? '' }}>
          <Field name="project" label={messages.projectNouns[provider]}>
            <Select defaultValue={chosen.projectId ?? ''} options={[noChoice, ...choiceOptions(projects)]} />
          </Field>
          <Field name="assignee" label={messages.assignee}>
            <Select defaultValue={chosen.assigneeId ?? ''} options={[noChoice, ...choiceOptions(assignees)]} />
          </Field>
          {!unsupported.includes('priority') && (
            <Field name="priority" label={messages.priority}>
              <Select
                defaultValue={chosen.priority === null ? '' : String(chosen.priority)}
                options={[
                  noChoice,
                  ...priorityLabels.slice(1).map((label, index) => ({ value: String(index + 1), label })),
                ]}
              />
            </Field>
          )}
          <FieldSet legend={messages.labels} help={labels.length > 0 ? messages.labelsHelp : messages.noLabels}>
            <div className="grid max-h-64 gap-2 overflow-auto sm:grid-cols-2">
              {labels.map(({ id, name }) => (
                <Checkbox key={id} name="label" value={id} label={name} defaultChecked={chosen.labelIds.includes(id)} />
              ))}
            </div>
          </FieldSet>
          <FormActions>
            <SubmitButton>{messages.save}</SubmitButton>
          </FormActions>
        </ActionForm>
      </div>
    </Card>
  )
}
