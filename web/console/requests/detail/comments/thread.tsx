import { type MouseEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Count } from '../../../../ui/data/badge.tsx'
import { thread as words } from '../../../messages/requests/detail.ts'
import { CommentRow } from './comment.tsx'
import { Composer, composerId } from './composer.tsx'
import { DeleteComment } from './delete-comment-dialog.tsx'
import type { Detail, ShownComment } from '../load.ts'
import { More } from '../more-links.tsx'
import type { Surroundings } from '../page.tsx'

/** What customers and the team have said, and the notes of the team. */
export function Thread(props: Detail & Surroundings) {
  const { thread, request, can } = props
  const { rows } = thread
  const answered = useOpened(rows, 'reply')
  const removed = useOpened(rows, 'delete')
  const roots = rows.filter((comment) => comment.parentId === null || !rows.some(({ id }) => id === comment.parentId))
  const parts = { ...props, onReply: answered.open, onDelete: removed.open }
  return (
    <section className="request-talk" aria-labelledby="request-talk">
      <header className="request-section-head">
        <h2 id="request-talk">{words.title}</h2>
        <Count value={request.feedback.comments} />
      </header>
      {rows.length === 0 && <p className="request-none">{words.none}</p>}
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
      <More {...thread} />
      {can.reply && <Composer {...props} answered={answered.comment} onStop={answered.close} />}
      {can.deleteComments && (
        <DeleteComment
          comment={removed.comment}
          replies={rows.filter(({ parentId }) => parentId === removed.comment?.id).length}
          onClose={removed.close}
        />
      )}
    </section>
  )
}

/** The comment that something is open for: by the address without script, by a state with it. */
function useOpened(rows: ShownComment[], name: 'reply' | 'delete') {
  const [params] = useSearchParams()
  const [id, setId] = useState(params.get(name))
  return {
    comment: rows.find((comment) => comment.id === id),
    open: (comment: ShownComment) => (event: MouseEvent) => {
      event.preventDefault()
      setId(comment.id)
      if (name === 'reply') document.getElementById(composerId)?.querySelector('textarea')?.focus()
    },
    close: () => setId(null),
  }
}
