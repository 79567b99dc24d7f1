import { useEffect, useRef } from 'react'
import { LinkButton } from '../../../../ui/buttons/button.tsx'
import { ActionForm } from '../../../../ui/forms/action-form.tsx'
import { Field } from '../../../../ui/forms/field.tsx'
import { FormActions, SubmitButton } from '../../../../ui/forms/form-buttons.tsx'
import { focusFirst, isFocusLost } from '../../../../ui/lib/focus.ts'
import { FileTextArea } from '../../../files/file-text-area.tsx'
import { MentionTextArea } from '../../../mentions/mention-text-area.tsx'
import { threadMessages as messages } from '../../../messages/requests/detail.ts'
import type { RenderedComment } from '../load.ts'
import { editCommentLinkId } from '../load-on-use-ids.ts'
import { submitOnCommandEnter } from '../submit-on-command-enter.ts'

interface CommentEditFormProps {
  comment: RenderedComment
  home: string
  /** The page without the form. */
  pageUrl: string
  onEnd: () => void
}

/** Edits a comment in its place. */
export function CommentEditForm({ comment: { id, source }, home, pageUrl, onEnd }: CommentEditFormProps) {
  const field = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const text = field.current?.querySelector('textarea')
    text?.focus()
    text?.setSelectionRange(text.value.length, text.value.length)
    return () => {
      // After the form is gone, which takes the focus with it.
      requestAnimationFrame(() => isFocusLost() && focusFirst(document.getElementById(editCommentLinkId(id))))
    }
  }, [id])
  return (
    <ActionForm
      intent="edit-comment"
      fields={{ commentId: id, version: source?.version ?? '' }}
      className="comment-edit"
      draftKey={`edit-comment:${id}`}
      onSuccess={onEnd}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onEnd()
        submitOnCommandEnter(event)
      }}
    >
      <div ref={field} className="contents">
        <Field name="body" label={messages.editText} hideLabel help={messages.editHelp}>
          <FileTextArea
            defaultValue={source?.body}
            maxLength={10_000}
            required
            dir="auto"
            render={(props) => <MentionTextArea home={home} {...props} />}
          />
        </Field>
      </div>
      <FormActions>
        <SubmitButton size="sm">{messages.saveEdit}</SubmitButton>
        <LinkButton look="quiet" size="sm" to={pageUrl} preventScrollReset onClick={onEnd}>
          {messages.cancelEdit}
        </LinkButton>
      </FormActions>
    </ActionForm>
  )
}
