import type { ListedBoard } from '#server/boards/list.ts'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { closing, Dialog } from '../../../ui/overlays/dialog.tsx'
import { FormActions, SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { words as kit } from '../../../ui/messages.ts'
import { boardWords as words } from '../../messages/settings/boards.ts'

export function DeleteBoard({ board, onClose }: { board: ListedBoard; onClose: () => void }) {
  const id = 'delete-board'
  return (
    <Dialog
      id={id}
      title={words.removeTitle(board.name)}
      description={words.removeText}
      size="sm"
      open
      onClose={onClose}
    >
      <ActionForm intent="delete" fields={{ id: board.id, name: board.name }}>
        <FormActions>
          <Button {...closing(id)}>{kit.cancel}</Button>
          <SubmitButton look="danger">{words.removeConfirm}</SubmitButton>
        </FormActions>
      </ActionForm>
    </Dialog>
  )
}
