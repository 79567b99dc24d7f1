import { ActionForm } from '../../ui/forms/action-form.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { FormActions, SubmitButton } from '../../ui/forms/form-buttons.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { accountMessages } from '../messages/account.ts'

const words = accountMessages.password

export function PasswordCard({ email, hasPassword }: { email: string; hasPassword: boolean }) {
  return (
    <Card title={words.title} description={hasPassword ? words.change : words.first}>
      <ActionForm intent="password" resets noValidate>
        {/* For the browser's list of passwords: whose it is. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        {hasPassword && (
          <Field name="currentPassword" label={words.current}>
            <TextInput type="password" autoComplete="current-password" required />
          </Field>
        )}
        <Field name="password" label={words.next} help={words.help}>
          <TextInput type="password" autoComplete="new-password" required maxLength={128} />
        </Field>
        <FormActions>
          <SubmitButton look="normal">{hasPassword ? words.save : words.set}</SubmitButton>
        </FormActions>
      </ActionForm>
    </Card>
  )
}
