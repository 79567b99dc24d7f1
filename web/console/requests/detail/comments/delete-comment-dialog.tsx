import { useLocation, useNavigate } from 'react-router'
import { ActionForm } from '../../../../ui/forms/action-form.tsx'
import { Button } from '../../../../ui/buttons/button.tsx'
import { closing, Dialog } from '../../../../ui/overlays/dialog.tsx'
import { FormActions, SubmitButton } from '../../../../ui/forms/form-buttons.tsx'
import { words as kit } from '../../../../ui/messages.ts'
import { thread as words } from '../../../messages/requests/detail.ts'
import type { ShownComment } from '../load.ts'

interface DeleteCommentProps {
  /** The one that somebody is about to delete. */
  comment: ShownComment | undefined
  replies: number
  onClose: () => void
}

const id = 'delete-comment'

/** One dialog for all comments. Without script it has an address. */
export function DeleteComment({ comment, replies, onClose }: DeleteCommentProps) {
  const { search, pathname } = useLocation()
  const navigate = useNavigate()
  const close = () => {
    onClose()
    const query = new URLSearchParams(search)
    if (!query.has('delete')) return
    query.delete('delete')
    navigate(`${pathname}?${query}`, { replace: true, preventScrollReset: true })
  }
  return (
    <Dialog
      id={id}
      title={words.removeTitle}
      description={words.removeText(replies)}
      size="sm"
      intent="delete-comment"
      open={comment !== undefined}
      onClose={close}
    >
      <ActionForm intent="delete-comment" fields={{ commentId: comment?.id ?? '' }}>
        <FormActions>
          <Button {...closing(id)}>{kit.cancel}</Button>
          <SubmitButton look="danger">{words.removeConfirm}</SubmitButton>
        </FormActions>
      </ActionForm>
    </Dialog>
  )
}
