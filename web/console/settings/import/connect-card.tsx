import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { Checkbox } from '../../../ui/forms/choice.tsx'
import { Field, FieldNotes, FieldSet, useFieldState } from '../../../ui/forms/field.tsx'
import { FormActions, SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { TextInput } from '../../../ui/forms/text-input.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { importMessages as messages } from '../../messages/settings/import.ts'

/** Connects a repository of GitHub, whose discussions and issues the server downloads. */
export function ConnectCard() {
  return (
    <Card title={messages.connect} description={messages.connectText}>
      <ActionForm intent="connect" noValidate autoComplete="off">
        <Field name="repository" label={messages.repository}>
          <TextInput maxLength={201} autoComplete="off" dir="ltr" placeholder={messages.repositoryPlaceholder} />
        </Field>
        <Field name="token" label={messages.token} help={messages.tokenHelp}>
          <TextInput type="password" autoComplete="off" mono />
        </Field>
        <Kinds />
        <FormActions>
          <SubmitButton look="normal">{messages.connectSubmit}</SubmitButton>
        </FormActions>
      </ActionForm>
    </Card>
  )
}

type Kind = keyof typeof messages.kindNames
const kinds = Object.keys(messages.kindNames) as Kind[]

function Kinds() {
  const state = useFieldState('contents', {})
  return (
    <div id={state.id} tabIndex={-1} className="flex flex-col gap-2">
      <FieldSet legend={messages.kinds}>
        {kinds.map((kind) => (
          <Checkbox key={kind} name="contents" value={kind} label={messages.kindNames[kind]} defaultChecked />
        ))}
      </FieldSet>
      <FieldNotes control={state} help={undefined} />
    </div>
  )
}
