import type { Destination } from '#server/tracker/connection/destination.ts'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { Checkbox } from '../../../ui/forms/choice.tsx'
import { Field, FieldSet } from '../../../ui/forms/field.tsx'
import { FormActions, SubmitButton, SubmitWithoutScript } from '../../../ui/forms/form-buttons.tsx'
import { Select } from '../../../ui/forms/text-input.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { FilterBar } from '../../../ui/layout/toolbar.tsx'
import { trackerMessages as messages, projectNoun, teamNoun } from '../../messages/settings/tracker.ts'
import { choiceOptions } from './choice-options.ts'

const nobody = { value: '', label: messages.none }

export function DestinationForm({ choices, here }: { choices: Destination; here: string }) {
  const { provider, teams, projects, labels, assignees, unsupported: lacks, chosen } = choices
  return (
    <Card>
      <div className="form">
        {/* What can be chosen depends on the team, so that is chosen by itself. */}
        <FilterBar label={teamNoun[provider]} action={`${here}/destination`} className="items-end">
          <Field name="team" label={teamNoun[provider]}>
            <Select defaultValue={chosen.teamId ?? ''} options={choiceOptions(teams)} />
          </Field>
          <SubmitWithoutScript>{messages.show}</SubmitWithoutScript>
        </FilterBar>
        <ActionForm intent="choose" fields={{ team: chosen.teamId ?? '' }}>
          <Field name="project" label={projectNoun[provider]}>
            <Select defaultValue={chosen.projectId ?? ''} options={[nobody, ...choiceOptions(projects)]} />
          </Field>
          <Field name="assignee" label={messages.assignee}>
            <Select defaultValue={chosen.assigneeId ?? ''} options={[nobody, ...choiceOptions(assignees)]} />
          </Field>
          {!lacks.includes('priority') && (
            <Field name="priority" label={messages.priority}>
              <Select
                defaultValue={chosen.priority === null ? '' : String(chosen.priority)}
                options={[
                  nobody,
                  ...messages.priorities.slice(1).map((label, at) => ({ value: String(at + 1), label })),
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
