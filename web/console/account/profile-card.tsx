import { ActionForm } from '../../ui/forms/action-form.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { FormActions, SubmitButton } from '../../ui/forms/form-buttons.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { accountMessages } from '../messages/account.ts'

const words = accountMessages.profile

export function ProfileCard({ name, email }: { name: string; email: string }) {
  return (
    <Card title={words.title}>
      <ActionForm intent="name" noValidate>
        <Field name="name" label={words.name} help={words.nameHelp}>
          <TextInput defaultValue={name} autoComplete="name" required maxLength={100} dir="auto" />
        </Field>
        <Field name="address" label={words.email} help={words.emailHelp}>
          <TextInput type="email" readOnly value={email} />
        </Field>
        <FormActions>
          <SubmitButton look="normal">{words.save}</SubmitButton>
        </FormActions>
      </ActionForm>
    </Card>
  )
}
