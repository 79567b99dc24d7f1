import { Lock, Pencil, Reply, Trash2 } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { Link } from 'react-router'
import { Avatar } from '../../../../ui/data/avatar.tsx'
import { Badge } from '../../../../ui/data/badge.tsx'
import { Prose } from '../../../../ui/data/prose.tsx'
import { Time } from '../../../../ui/data/time.tsx'
import { loadOnUse } from '../../../../ui/lib/load-on-use.tsx'
import { threadMessages as messages, toldMessages } from '../../../messages/requests/detail.ts'
import { EarlierTexts } from '../earlier-texts.tsx'
import type { RenderedComment, RequestDetail } from '../load.ts'
import { editCommentLinkId } from '../load-on-use-ids.ts'
import type { SharedProps } from '../page.tsx'
import { Told } from '../told.tsx'
import { commentAuthorName } from './author-name.ts'
import { composerId } from './composer.tsx'

const CommentEditForm = loadOnUse(async () => (await import('./comment-edit-form.tsx')).CommentEditForm)

interface CommentRowProps extends RequestDetail, SharedProps {
  comment: RenderedComment
  onReply: (comment: RenderedComment) => (event: MouseEvent) => void
  onDelete: (comment: RenderedComment) => (event: MouseEvent) => void
  onEdit: (comment: RenderedComment) => (event: MouseEvent) => void
  onEditEnd: () => void
  /** The comment being edited. */
  editing: RenderedComment | undefined
  /** The replies to this comment. */
  children?: ReactNode
}

/** Shows a comment. A team note has its own background, a lock, and a text that says who can see it. */
export function CommentRow({ children, ...props }: CommentRowProps) {
  const { comment } = props
  const name = commentAuthorName(comment)
  const isEditing = props.editing?.id === comment.id && comment.source !== null
  return (
    <li className="comment" id={`comment-${comment.id}`} data-note={comment.isInternal ? '' : undefined}>
      <div className="comment-self">
        <Avatar name={name} />
        <div className="comment-main">
          <CommentHeader {...props} name={name} />
          {isEditing ? (
            <CommentEditForm comment={comment} home={props.home} pageUrl={props.pageUrl} onEnd={props.onEditEnd} />
          ) : (
            <div className="request-prose">
              <Prose html={comment.html} />
            </div>
          )}
          <EarlierTexts {...props} texts={props.earlier.filter(({ itemId }) => itemId === comment.id)} />
          {comment.emailed > 0 && (
            <Told
              home={props.home}
              requestId={props.request.feedback.id}
              of={`comment=${comment.id}`}
              text={toldMessages.emailed({ count: comment.emailed })}
            />
          )}
          {!isEditing && <CommentActions {...props} name={name} />}
        </div>
      </div>
      {Array.isArray(children) && children.length > 0 && <ol className="comment-replies">{children}</ol>}
    </li>
  )
}

function CommentHeader({ comment, name, home, now, zone, thread }: CommentRowProps & { name: string }) {
  const { author, isInternal, parentId, createdAt } = comment
  const isReplyToHidden = parentId !== null && !thread.rows.some(({ id }) => id === parentId)
  return (
    <p className="comment-head">
      {author.customerId ? (
        <Link
          className="comment-name"
          to={`${home}/customers/${author.customerId}`}
          title={author.email ?? undefined}
          dir="auto"
        >
          {name}
        </Link>
      ) : (
        <span className="comment-name" dir="auto">
          {name}
        </span>
      )}
      {isInternal ? (
        <span className="comment-private">
          <Lock aria-hidden />
          <b>{messages.note}</b>
          <span>{messages.noteWhy}</span>
        </span>
      ) : (
        author.type === 'staff' && <Badge tone="accent">{messages.staff}</Badge>
      )}
      <span className="comment-when">
        <Time value={createdAt} now={now} zone={zone} />
      </span>
      {isReplyToHidden && <span className="text-muted text-12">{messages.earlier}</span>}
    </p>
  )
}

function CommentActions({
  comment,
  name,
  can,
  pageUrl,
  onReply,
  onDelete,
  onEdit,
  thread,
}: CommentRowProps & { name: string }) {
  const separator = pageUrl.includes('?') ? '&' : '?'
  // Threads have one level: a reply to a reply belongs to the comment above both.
  const root = comment.parentId === null ? comment : thread.rows.find(({ id }) => id === comment.parentId)
  return (
    <p className="comment-actions">
      {can.reply && root && (
        <Link
          to={`${pageUrl}${separator}reply=${root.id}#${composerId}`}
          aria-label={messages.replyTo({ name })}
          onClick={onReply(root)}
          preventScrollReset
        >
          <Reply aria-hidden />
          {messages.reply}
        </Link>
      )}
      {comment.source && (
        <Link
          id={editCommentLinkId(comment.id)}
          to={`${pageUrl}${separator}change=${comment.id}`}
          aria-label={messages.editLabel}
          onClick={onEdit(comment)}
          preventScrollReset
        >
          <Pencil aria-hidden />
          {messages.edit}
        </Link>
      )}
      {can.deleteComments && (
        <Link
          to={`${pageUrl}${separator}delete=${comment.id}`}
          aria-label={messages.removeLabel({ name })}
          onClick={onDelete(comment)}
          preventScrollReset
        >
          <Trash2 aria-hidden />
          {messages.remove}
        </Link>
      )}
    </p>
  )
}
