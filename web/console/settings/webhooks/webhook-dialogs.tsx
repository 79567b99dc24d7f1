import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { webhooksMessages as messages } from '../../messages/settings/webhooks.ts'
import { RotateForm } from '../secrets/rotate-form.tsx'

export const dialogIds = { rotate: 'rotate-secret', disable: 'disable-webhook', delete: 'delete-webhook' }

export function RotateDialog() {
  const id = dialogIds.rotate
  return (
    <Dialog id={id} title={messages.rotateTitle} description={messages.rotateText} intent="rotate">
      <RotateForm dialogId={id} intent="rotate" messages={messages} />
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
