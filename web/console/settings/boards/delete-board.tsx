import type { ListedBoard } from '#server/boards/list.ts'
import { ActionForm } from '../../../ui/action-form.tsx'
import { Button } from '../../../ui/button.tsx'
import { closing, Dialog } from '../../../ui/dialog.tsx'
import { FormActions, SubmitButton } from '../../../ui/form.tsx'
import { words as kit } from '../../../ui/words.ts'
import { boardWords as words } from '../../words/settings/boards.ts'

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
