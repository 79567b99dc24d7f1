import { Button } from '../../../../ui/buttons/button.tsx'
import { ActionForm } from '../../../../ui/forms/action-form.tsx'
import { Field } from '../../../../ui/forms/field.tsx'
import { FormActions, SubmitButton } from '../../../../ui/forms/form-buttons.tsx'
import { TextInput } from '../../../../ui/forms/text-input.tsx'
import { uiMessages } from '../../../../ui/messages.ts'
import { closeDialogProps, Dialog } from '../../../../ui/overlays/dialog.tsx'
import { deliveriesMessages as messages } from '../../../messages/settings/webhooks.ts'
import type { WebhookPage } from '../load-webhook-page.ts'

export const replayDialogId = 'replay-events'

export function ReplayDialog({ pageUrl, dayAgo, zone }: WebhookPage) {
  const id = replayDialogId
  return (
    <Dialog id={id} title={messages.replayTitle} description={messages.replayText} intent="replay">
      <ActionForm intent="replay" action={pageUrl} noValidate>
        <Field name="since" label={messages.since} help={messages.sinceHelp({ zone })}>
          <TextInput type="datetime-local" required defaultValue={dayAgo} />
        </Field>
        <FormActions end>
          <Button {...closeDialogProps(id)}>{uiMessages.cancel}</Button>
          <SubmitButton>{messages.replayConfirm}</SubmitButton>
        </FormActions>
      </ActionForm>
    </Dialog>
  )
}
