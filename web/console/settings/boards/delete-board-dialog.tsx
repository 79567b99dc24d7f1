import type { BoardWithCounts } from '#server/boards/list.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { FormActions, SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { uiMessages } from '../../../ui/messages.ts'
import { closeDialogProps, Dialog } from '../../../ui/overlays/dialog.tsx'
import { boardsMessages as messages } from '../../messages/settings/boards.ts'

export function DeleteBoardDialog({ board, onClose }: { board: BoardWithCounts; onClose: () => void }) {
  const id = 'delete-board'
  return (
    <Dialog
      id={id}
      title={messages.deleteTitle({ name: board.name })}
      description={messages.deleteText}
      size="sm"
      open
      onClose={onClose}
    >
      <ActionForm intent="delete" fields={{ id: board.id, name: board.name }}>
        <FormActions>
          <Button {...closeDialogProps(id)}>{uiMessages.cancel}</Button>
          <SubmitButton look="danger">{messages.deleteConfirm}</SubmitButton>
        </FormActions>
      </ActionForm>
    </Dialog>
  )
}
