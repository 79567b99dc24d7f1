import { CornerDownRight, X } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../../../ui/buttons/button.tsx'
import { KeyHint } from '../../../../ui/data/badge.tsx'
import { ActionForm } from '../../../../ui/forms/action-form.tsx'
import { RadioGroup } from '../../../../ui/forms/choice.tsx'
import { useDraftValue } from '../../../../ui/forms/drafts/draft-context.ts'
import { Field } from '../../../../ui/forms/field.tsx'
import { SubmitButton } from '../../../../ui/forms/form-buttons.tsx'
import { useCommandKey } from '../../../../ui/lib/use-command-key.ts'
import { useShortcuts } from '../../../../ui/lib/use-shortcuts.ts'
import { FileTextArea } from '../../../files/file-text-area.tsx'
import { MentionTextArea } from '../../../mentions/mention-text-area.tsx'
import { composerMessages as messages, threadMessages } from '../../../messages/requests/detail.ts'
import { NotifyOptions } from '../../../notify/notify-options.tsx'
import { useRecipients } from '../../../notify/use-recipients.ts'
import type { RenderedComment, RequestDetail } from '../load.ts'
import { submitOnCommandEnter } from '../submit-on-command-enter.ts'
import { commentAuthorName } from './author-name.ts'

export const composerId = 'compose'

type Mode = 'reply' | 'note'

interface ComposerProps extends Pick<RequestDetail, 'request' | 'author' | 'mail' | 'home'> {
  /** The comment being replied to. */
  replyingTo: RenderedComment | undefined
  /** Called with the id of another comment to reply to, or null. */
  onReplyTo: (id: string | null) => void
}

/** Writes a public reply or a team note; color, texts and button show which it is. */
export function Composer({ request, author, mail, home, replyingTo, onReplyTo }: ComposerProps) {
  const [chosenMode, setChosenMode] = useState<Mode>('reply')
  // A reply to a note is a note too.
  const mode = replyingTo?.isInternal ? 'note' : chosenMode
  // A reply also emails the author of the comment it answers.
  const repliedTo = useRecipients(home, {
    ids: replyingTo ? [request.feedback.id] : [],
    kind: 'replies',
    parentId: replyingTo?.id,
  })
  useShortcuts({ r: () => startWriting('reply'), n: () => startWriting('note') })
  const reset = () => {
    setChosenMode('reply')
    onReplyTo(null)
  }
  return (
    <ActionForm
      id={composerId}
      intent="comment"
      aria-label={messages.label}
      className="composer"
      data-mode={mode}
      draftKey={`comment:${request.feedback.id}`}
      resets
      onSuccess={reset}
      onKeyDown={submitOnCommandEnter}
    >
      <ReplyDraft id={replyingTo?.id ?? null} onRestore={onReplyTo} />
      {replyingTo && <ReplyingTo comment={replyingTo} onCancel={() => onReplyTo(null)} />}
      <RadioGroup
        key={replyingTo?.isInternal ? 'note' : 'both'}
        name="mode"
        legend={messages.mode}
        hideLegend
        look="segments"
        defaultValue={mode}
        onChange={(value) => setChosenMode(value as Mode)}
        options={[
          ...(replyingTo?.isInternal ? [] : [{ value: 'reply', label: messages.reply }]),
          { value: 'note', label: messages.note },
        ]}
      />
      <Field name="body" label={mode === 'note' ? messages.noteText : messages.replyText} hideLabel>
        <FileTextArea
          placeholder={messages.placeholder}
          maxLength={10_000}
          dir="auto"
          required
          render={(props) => <MentionTextArea home={home} {...props} />}
        />
      </Field>
      {mode === 'reply' && (
        <NotifyOptions
          recipients={replyingTo ? repliedTo : mail.replies}
          byDefault={mail.notifies.notifiesReplies}
          hasNote={false}
        />
      )}
      <div className="composer-foot">
        <p className="composer-help">
          <span data-for="reply">{messages.replyHelp({ name: author })}</span>
          <span data-for="note">{messages.noteHelp}</span>
        </p>
        <KeyHint keys={[useCommandKey(), '↵']}>{null}</KeyHint>
        <SubmitButton size="sm">
          <span data-for="reply">{messages.sendReply}</span>
          <span data-for="note">{messages.sendNote}</span>
        </SubmitButton>
      </div>
    </ActionForm>
  )
}

/** Moves to the field below the thread, however long the thread is. */
export function startWriting(mode: Mode) {
  const form = document.getElementById(composerId)
  form?.querySelector<HTMLInputElement>(`input[name="mode"][value="${mode}"]`)?.click()
  const field = form?.querySelector('textarea')
  field?.focus({ preventScroll: true })
  form?.scrollIntoView({ block: 'nearest' })
}

/** Makes the comment that is answered part of the draft, so that an answer comes back as one. */
function ReplyDraft({ id, onRestore }: { id: string | null; onRestore: (id: string | null) => void }) {
  useDraftValue('replyTo', id, onRestore)
  return null
}

function ReplyingTo({ comment, onCancel }: { comment: RenderedComment; onCancel: () => void }) {
  return (
    <div className="composer-answered">
      <input type="hidden" name="parentId" value={comment.id} />
      <CornerDownRight size={16} aria-hidden />
      <span>{messages.answering({ name: commentAuthorName(comment) })}</span>
      {comment.isInternal && <span className="text-muted">({threadMessages.note})</span>}
      <IconButton label={messages.stopAnswering} icon={<X aria-hidden />} size="sm" onClick={onCancel} />
    </div>
  )
}
