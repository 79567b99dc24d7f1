import { CornerDownRight, X } from 'lucide-react'
import { useState } from 'react'
import { ActionForm } from '../../../../ui/forms/action-form.tsx'
import { KeyHint } from '../../../../ui/data/badge.tsx'
import { IconButton } from '../../../../ui/buttons/button.tsx'
import { RadioGroup } from '../../../../ui/forms/choice.tsx'
import { Field } from '../../../../ui/forms/field.tsx'
import { SubmitButton } from '../../../../ui/forms/form-buttons.tsx'
import { TextArea } from '../../../../ui/forms/text-input.tsx'
import { thread, composing as words } from '../../../messages/requests/detail.ts'
import { authorName } from './author-name.ts'
import { sendOnCommandEnter } from '../submit-on-command-enter.ts'
import type { Detail, ShownComment } from '../load.ts'

export const composerId = 'compose'

type Mode = 'reply' | 'note'

interface ComposerProps extends Pick<Detail, 'request' | 'author'> {
  /** What is being answered. */
  answered: ShownComment | undefined
  onStop: () => void
}

/** A public reply or a note for the team: which of the two is in its colour, its words and its button. */
export function Composer({ request, author, answered, onStop }: ComposerProps) {
  const [chosen, setChosen] = useState<Mode>('reply')
  // Under a note nothing is public.
  const mode = answered?.isInternal ? 'note' : chosen
  const done = () => {
    setChosen('reply')
    onStop()
  }
  return (
    <ActionForm
      id={composerId}
      intent="comment"
      aria-label={words.label}
      className="composer"
      data-mode={mode}
      draftKey={`comment:${request.feedback.id}`}
      resets
      onSuccess={done}
      onKeyDown={sendOnCommandEnter}
    >
      {answered && <Answered comment={answered} onStop={onStop} />}
      <RadioGroup
        key={answered?.isInternal ? 'note' : 'both'}
        name="mode"
        legend={words.mode}
        hideLegend
        look="segments"
        defaultValue={mode}
        onChange={(value) => setChosen(value as Mode)}
        options={[
          ...(answered?.isInternal ? [] : [{ value: 'reply', label: words.reply }]),
          { value: 'note', label: words.note },
        ]}
      />
      <Field name="body" label={mode === 'note' ? words.noteText : words.replyText} hideLabel>
        <TextArea placeholder={words.placeholder} maxLength={10_000} dir="auto" required />
      </Field>
      <div className="composer-foot">
        <p className="composer-help">
          <span data-for="reply">{words.replyHelp(author)}</span>
          <span data-for="note">{words.noteHelp}</span>
        </p>
        <KeyHint keys={['⌘', '↵']}>{null}</KeyHint>
        <SubmitButton size="sm">
          <span data-for="reply">{words.sendReply}</span>
          <span data-for="note">{words.sendNote}</span>
        </SubmitButton>
      </div>
    </ActionForm>
  )
}

function Answered({ comment, onStop }: { comment: ShownComment; onStop: () => void }) {
  return (
    <div className="composer-answered">
      <input type="hidden" name="parentId" value={comment.id} />
      <CornerDownRight size={16} aria-hidden />
      <span>{words.answering(authorName(comment))}</span>
      {comment.isInternal && <span className="text-muted">({thread.note})</span>}
      <IconButton label={words.stopAnswering} icon={<X aria-hidden />} size="sm" onClick={onStop} />
    </div>
  )
}
