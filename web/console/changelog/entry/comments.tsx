import { Trash2 } from 'lucide-react'
import { IconButton } from '../../../ui/buttons/button.tsx'
import { Avatar } from '../../../ui/data/avatar.tsx'
import { Badge } from '../../../ui/data/badge.tsx'
import { LoadMore } from '../../../ui/data/load-more.tsx'
import { Prose } from '../../../ui/data/prose.tsx'
import { Time } from '../../../ui/data/time.tsx'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { FormActions, SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { FileTextArea } from '../../files/file-text-area.tsx'
import { MentionTextArea } from '../../mentions/mention-text-area.tsx'
import { entryMessages as messages } from '../../messages/changelog.ts'
import type { EntryPageData } from './page.tsx'

const { comments: text } = messages

interface CommentsProps {
  data: EntryPageData
  zone: string
  now: string
}

type Comment = EntryPageData['comments'][number]

/** Shows the comments on an entry, with a reply form for the team. */
export function Comments({ data, zone, now }: CommentsProps) {
  const { entry, comments, nextComments, home, can } = data
  const isLoaded = (id: string | null) => comments.some((comment) => comment.id === id)
  const threads = comments.filter(({ parentId }) => parentId === null || !isLoaded(parentId))
  return (
    <Card title={text.title}>
      <div className="flex flex-col gap-6">
        {!entry.commentsEnabled && <p className="text-13 text-muted">{text.off}</p>}
        {threads.length === 0 && entry.commentsEnabled && <p className="text-13 text-muted">{text.none}</p>}
        {threads.map((comment) => (
          <div key={comment.id} className="flex flex-col gap-4">
            <CommentRow comment={comment} can={can} zone={zone} now={now} />
            <div className="ms-9 flex flex-col gap-4 empty:hidden">
              {comments
                .filter(({ parentId }) => parentId === comment.id)
                .map((reply) => (
                  <CommentRow key={reply.id} comment={reply} can={can} zone={zone} now={now} />
                ))}
              {can.reply && entry.commentsEnabled && comment.parentId === null && (
                <Reply to={comment} home={home} entryId={entry.id} />
              )}
            </div>
          </div>
        ))}
        <LoadMore
          to={nextComments && `${home}/changelog/${entry.id}?${new URLSearchParams({ comments: nextComments })}`}
        />
        {can.reply && entry.commentsEnabled && (
          <ReplyForm key="own" label={text.yourComment} send={text.post} parentId="" home={home} entryId={entry.id} />
        )}
      </div>
    </Card>
  )
}

interface CommentRowProps extends Omit<CommentsProps, 'data'> {
  comment: Comment
  can: EntryPageData['can']
}

function CommentRow({ comment: { id, author, html, isInternal, createdAt }, can, zone, now }: CommentRowProps) {
  const name = authorName(author)
  return (
    <article id={`comment-${id}`} className="flex gap-2">
      <Avatar name={name} />
      <div className="min-w-0 flex-1">
        <header className="flex flex-wrap items-center gap-2 text-13">
          <bdi className="max-w-full truncate font-medium">{name}</bdi>
          {author.type === 'staff' && <Badge tone="accent">{isInternal ? text.note : text.team}</Badge>}
          <span className="text-12 text-muted">
            <Time value={createdAt} zone={zone} now={now} />
          </span>
          {can.deleteComments && (
            <span className="ms-auto">
              <IconButton label={text.delete} size="sm" icon={<Trash2 aria-hidden />} opens={`delete-${id}`} />
              <ConfirmDialog
                id={`delete-${id}`}
                intent="delete-comment"
                fields={{ commentId: id }}
                title={text.deleteTitle}
                description={text.deleteText}
                confirm={text.delete}
              />
            </span>
          )}
        </header>
        <div className="text-13">
          <Prose html={html} />
        </div>
      </div>
    </article>
  )
}

const authorName = ({ type, name }: Comment['author']): string =>
  name ?? (type === 'anonymous' ? text.anonymous : type === 'staff' ? text.team : text.customer)

function Reply({ to, home, entryId }: { to: Comment; home: string; entryId: string }) {
  const label = text.replyTo({ name: authorName(to.author) })
  return (
    <details>
      <summary className="w-fit cursor-pointer text-12 text-muted" aria-label={label}>
        {text.reply}
      </summary>
      <div className="mt-2">
        <ReplyForm label={label} send={text.send} parentId={to.id} home={home} entryId={entryId} />
      </div>
    </details>
  )
}

interface ReplyFormProps {
  label: string
  send: string
  parentId: string
  home: string
  entryId: string
}

function ReplyForm({ label, send, parentId, home, entryId }: ReplyFormProps) {
  return (
    <ActionForm
      intent="comment"
      fields={{ parentId }}
      // Ends with the entry, or with the comment that it answers.
      draftKey={`entry-comment:${entryId}:${parentId}`}
      resets
    >
      <Field name="body" label={label}>
        <FileTextArea
          required
          maxLength={10_000}
          dir="auto"
          render={(props) => <MentionTextArea home={home} {...props} />}
        />
      </Field>
      <FormActions>
        <SubmitButton look="normal">{send}</SubmitButton>
      </FormActions>
    </ActionForm>
  )
}
