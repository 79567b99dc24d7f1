import type { KeyboardEvent } from 'react'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { FormActions, SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { TextArea } from '../../../ui/forms/text-input.tsx'
import { roadmapMessages as messages } from '../../messages/roadmap.ts'
import type { ItemPageData } from './page.tsx'
import { TargetFields } from './target-fields.tsx'

/** Edits the texts and target of an item. Unsaved changes are confirmed before the panel closes. */
export function ItemForm({ item, today, can }: ItemPageData) {
  if (!can.plan) return <p className="whitespace-pre-wrap">{item.description}</p>
  return (
    <ActionForm intent="save" guard draftKey={`roadmap:${item.id}`}>
      <Field name="title" label={messages.titleLabel} hideLabel>
        <TextArea
          className="panel-title"
          defaultValue={item.title}
          maxLength={200}
          rows={1}
          required
          dir="auto"
          onKeyDown={saveOnEnter}
        />
      </Field>
      <Field name="description" label={messages.descriptionLabel} help={messages.descriptionHelp}>
        <TextArea defaultValue={item.description} maxLength={10_000} dir="auto" />
      </Field>
      <TargetFields target={item.targetDelivery} today={today} />
      <FormActions>
        <SubmitButton>{messages.save}</SubmitButton>
      </FormActions>
    </ActionForm>
  )
}

/** Saves on Enter: a title is one line, even where it wraps. */
function saveOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}
