import { type MouseEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Count } from '../../../../ui/data/badge.tsx'
import { loadOnUse } from '../../../../ui/lib/load-on-use.tsx'
import { threadMessages as messages } from '../../../messages/requests/detail.ts'
import type { RenderedComment, RequestDetail } from '../load.ts'
import { MoreLinks } from '../more-links.tsx'
import type { SharedProps } from '../page.tsx'
import { CommentRow } from './comment.tsx'
import { Composer, composerId } from './composer.tsx'

const DeleteCommentDialog = loadOnUse(async () => (await import('./delete-comment-dialog.tsx')).DeleteCommentDialog)

/** Shows the comments of customers and the team, with team notes. */
export function Thread(props: RequestDetail & SharedProps) {
  const { thread, request, can } = props
  const { rows } = thread
  const replying = useOpenComment(rows, 'reply')
  const deleting = useOpenComment(rows, 'delete')
  const editing = useOpenComment(rows, 'change')
  const roots = rows.filter((comment) => comment.parentId === null || !rows.some(({ id }) => id === comment.parentId))
  const parts = {
    ...props,
    onReply: replying.open,
    onDelete: deleting.open,
    onEdit: editing.open,
    onEditEnd: editing.close,
    editing: editing.comment,
  }
  return (
    <section className="request-conversation" aria-labelledby="request-conversation">
      <header className="request-section-head">
        <h2 id="request-conversation">{messages.title}</h2>
        <Count value={request.feedback.comments} />
      </header>
      {rows.length === 0 && <p className="request-none">{messages.none}</p>}
      {roots.length > 0 && (
        <ol className="comments">
          {roots.map((comment) => (
            <CommentRow key={comment.id} comment={comment} {...parts}>
              {rows
                .filter(({ parentId }) => parentId === comment.id)
                .map((reply) => (
                  <CommentRow key={reply.id} comment={reply} {...parts} />
                ))}
            </CommentRow>
          ))}
        </ol>
      )}
      <MoreLinks {...thread} />
      {can.reply && <Composer {...props} replyingTo={replying.comment} onReplyTo={replying.show} />}
      {can.deleteComments && (
        <DeleteCommentDialog
          comment={deleting.comment}
          replies={rows.filter(({ parentId }) => parentId === deleting.comment?.id).length}
          onClose={deleting.close}
        />
      )}
    </section>
  )
}

/** Tracks the comment being replied to, deleted or edited: in the URL without script, in component state with it. */
function useOpenComment(rows: RenderedComment[], name: 'reply' | 'delete' | 'change') {
  const [params] = useSearchParams()
  const [id, setId] = useState(params.get(name))
  return {
    comment: rows.find((comment) => comment.id === id),
    open: (comment: RenderedComment) => (event: MouseEvent) => {
      event.preventDefault()
      setId(comment.id)
      if (name === 'reply') document.getElementById(composerId)?.querySelector('textarea')?.focus()
    },
    show: setId,
    close: () => setId(null),
  }
}
