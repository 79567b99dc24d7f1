import type { FormInput } from '#server/console/form.ts'
import { LinkButton } from '../../../ui/buttons/button.tsx'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { FormActions, SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { TextInput } from '../../../ui/forms/text-input.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { webhooksMessages as messages } from '../../messages/settings/webhooks.ts'
import { EventPicker } from './event-picker.tsx'

interface WebhookFormProps {
  intent: 'create' | 'update'
  webhook: { url: string; description: string; events: readonly string[] }
  submit: string
  cancelUrl: string
}

export function WebhookForm({ intent, webhook, submit, cancelUrl }: WebhookFormProps) {
  return (
    <Card>
      <ActionForm intent={intent} noValidate>
        <Field name="url" label={messages.url} help={messages.urlHelp}>
          <TextInput
            type="url"
            maxLength={2_000}
            required
            autoComplete="off"
            dir="ltr"
            placeholder={messages.urlPlaceholder}
            defaultValue={webhook.url}
          />
        </Field>
        <Field name="description" label={messages.description} optional help={messages.descriptionHelp}>
          <TextInput maxLength={300} autoComplete="off" defaultValue={webhook.description} />
        </Field>
        <EventPicker events={webhook.events} />
        <FormActions>
          <SubmitButton>{submit}</SubmitButton>
          <LinkButton to={cancelUrl}>{messages.cancel}</LinkButton>
        </FormActions>
      </ActionForm>
    </Card>
  )
}

/** Reads the fields of the form, to be validated. */
export const readWebhookForm = (form: FormInput) => ({
  url: form.text('url'),
  description: form.text('description'),
  events: form.text('subscription') === 'all' ? ['*'] : form.all('events'),
})
