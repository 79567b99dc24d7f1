import { ActionForm } from '../../ui/forms/action-form.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { FormActions, SubmitButton } from '../../ui/forms/form-buttons.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { accountMessages } from '../messages/account.ts'

const messages = accountMessages.password

export function PasswordCard({ email, hasPassword }: { email: string; hasPassword: boolean }) {
  return (
    <Card title={messages.title} description={hasPassword ? messages.changeText : messages.setText}>
      <ActionForm intent="password" resets noValidate>
        {/* Tells the browser's password manager whose password this is. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        {hasPassword && (
          <Field name="currentPassword" label={messages.current}>
            <TextInput type="password" autoComplete="current-password" required />
          </Field>
        )}
        <Field name="password" label={messages.new} help={messages.help}>
          <TextInput type="password" autoComplete="new-password" required maxLength={128} />
        </Field>
        <FormActions>
          <SubmitButton look="normal">{hasPassword ? messages.change : messages.set}</SubmitButton>
        </FormActions>
      </ActionForm>
    </Card>
  )
}
