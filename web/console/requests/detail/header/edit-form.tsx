import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { LinkButton } from '../../../../ui/buttons/button.tsx'
import { ActionForm } from '../../../../ui/forms/action-form.tsx'
import { Field } from '../../../../ui/forms/field.tsx'
import { FormActions, SubmitButton } from '../../../../ui/forms/form-buttons.tsx'
import { TextInput } from '../../../../ui/forms/text-input.tsx'
import { FileTextArea } from '../../../files/file-text-area.tsx'
import { editMessages as messages } from '../../../messages/requests/detail.ts'
import { submitOnCommandEnter } from '../submit-on-command-enter.ts'

interface EditFormProps {
  feedback: { id: string; title: string; description: string }
  /** The page without the form. */
  pageUrl: string
}

/** Edits title and description in place. */
export function EditForm({ feedback, pageUrl }: EditFormProps) {
  const title = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  useEffect(() => title.current?.querySelector('input')?.focus(), [])
  return (
    <ActionForm
      intent="edit"
      className="request-text"
      guard
      draftKey={`request:${feedback.id}`}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) navigate(pageUrl, { preventScrollReset: true })
        submitOnCommandEnter(event)
      }}
    >
      <div ref={title} className="contents">
        <Field name="title" label={messages.title}>
          <TextInput defaultValue={feedback.title} maxLength={200} required dir="auto" autoComplete="off" />
        </Field>
      </div>
      <Field name="description" label={messages.description} help={messages.help}>
        <FileTextArea size="lg" defaultValue={feedback.description} maxLength={10_000} dir="auto" />
      </Field>
      <FormActions>
        <SubmitButton>{messages.save}</SubmitButton>
        <LinkButton look="quiet" to={pageUrl} preventScrollReset>
          {messages.cancel}
        </LinkButton>
      </FormActions>
    </ActionForm>
  )
}
