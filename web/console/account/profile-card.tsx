import { ActionForm } from '../../ui/forms/action-form.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { FormActions, SubmitButton } from '../../ui/forms/form-buttons.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { accountMessages } from '../messages/account.ts'

const messages = accountMessages.profile

export function ProfileCard({ name, email }: { name: string; email: string }) {
  return (
    <Card title={messages.title}>
      <ActionForm intent="name" noValidate>
        <Field name="name" label={messages.name} help={messages.nameHelp}>
          <TextInput defaultValue={name} autoComplete="name" required maxLength={100} dir="auto" />
        </Field>
        <Field name="address" label={messages.email} help={messages.emailHelp}>
          <TextInput type="email" readOnly value={email} />
        </Field>
        <FormActions>
          <SubmitButton look="normal">{messages.save}</SubmitButton>
        </FormActions>
      </ActionForm>
    </Card>
  )
}
