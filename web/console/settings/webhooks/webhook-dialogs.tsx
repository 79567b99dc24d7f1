import { Button } from '../../../ui/buttons/button.tsx'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { RadioGroup } from '../../../ui/forms/choice.tsx'
import { FormActions, SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { uiMessages } from '../../../ui/messages.ts'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { closeDialogProps, Dialog } from '../../../ui/overlays/dialog.tsx'
import { webhooksMessages as messages } from '../../messages/settings/webhooks.ts'

export const dialogIds = { rotate: 'rotate-secret', disable: 'disable-webhook', delete: 'delete-webhook' }

const overlaps = ['24', '1', '168', '0'] as const

export function RotateDialog() {
  const id = dialogIds.rotate
  return (
    <Dialog id={id} title={messages.rotateTitle} description={messages.rotateText} intent="rotate">
      <ActionForm intent="rotate">
        <RadioGroup
          name="overlapHours"
          legend={messages.overlap}
          look="cards"
          defaultValue="24"
          options={overlaps.map((value) => ({ value, ...messages.overlaps[value] }))}
        />
        <FormActions end>
          <Button {...closeDialogProps(id)}>{uiMessages.cancel}</Button>
          <SubmitButton>{messages.rotateConfirm}</SubmitButton>
        </FormActions>
      </ActionForm>
    </Dialog>
  )
}

export const DisableDialog = () => (
  <ConfirmDialog
    id={dialogIds.disable}
    title={messages.disableTitle}
    description={messages.disableText}
    confirm={messages.disableConfirm}
    intent="disable"
  />
)

export const DeleteDialog = ({ url }: { url: string }) => (
  <ConfirmDialog
    id={dialogIds.delete}
    title={messages.deleteTitle}
    description={<span className="wrap-anywhere">{messages.deleteText({ url })}</span>}
    confirm={messages.deleteConfirm}
    intent="delete"
  />
)
