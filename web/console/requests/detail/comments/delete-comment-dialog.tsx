import { useLocation, useNavigate } from 'react-router'
import { Button } from '../../../../ui/buttons/button.tsx'
import { ActionForm } from '../../../../ui/forms/action-form.tsx'
import { FormActions, SubmitButton } from '../../../../ui/forms/form-buttons.tsx'
import { uiMessages } from '../../../../ui/messages.ts'
import { closeDialogProps, Dialog } from '../../../../ui/overlays/dialog.tsx'
import { threadMessages as messages } from '../../../messages/requests/detail.ts'
import type { RenderedComment } from '../load.ts'

interface DeleteCommentDialogProps {
  /** The comment to confirm the deletion of. */
  comment: RenderedComment | undefined
  replies: number
  onClose: () => void
}

const id = 'delete-comment'

/** One dialog for all comments. Without script, a URL parameter opens it. */
export function DeleteCommentDialog({ comment, replies, onClose }: DeleteCommentDialogProps) {
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
      title={messages.removeTitle}
      description={messages.removeText({ replies })}
      size="sm"
      intent="delete-comment"
      open={comment !== undefined}
      onClose={close}
    >
      <ActionForm intent="delete-comment" fields={{ commentId: comment?.id ?? '' }}>
        <FormActions>
          <Button {...closeDialogProps(id)}>{uiMessages.cancel}</Button>
          <SubmitButton look="danger">{messages.removeConfirm}</SubmitButton>
        </FormActions>
      </ActionForm>
    </Dialog>
  )
}
