import { useNavigate } from 'react-router'
import type { TagWithUsage } from '#server/tags/usage.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { ColorInput } from '../../../ui/forms/color-input.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { FormActions, SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { TextInput } from '../../../ui/forms/text-input.tsx'
import { uiMessages } from '../../../ui/messages.ts'
import { closeDialogProps, Dialog } from '../../../ui/overlays/dialog.tsx'
import { settingsMessages } from '../../messages/settings/common.ts'
import { tagsMessages as messages } from '../../messages/settings/tags.ts'
import type { TagsPage } from './page.tsx'

// Suggested in turn, so that new tags get different colors.
const suggestedColors = ['#1f7a8c', '#7c5cc4', '#2f8f5b', '#c2571a', '#b23a6b', '#4a6fb5', '#8a7a1f', '#5f6b76']

export function TagDialogs({ tags, pageUrl, dialog }: TagsPage) {
  const navigate = useNavigate()
  const close = () => navigate(pageUrl, { preventScrollReset: true })
  const edited = tags.find(({ id }) => id === dialog.edit)
  const removed = tags.find(({ id }) => id === dialog.remove)
  if (dialog.isNew) {
    return (
      <Dialog id="new-tag" title={messages.addTitle} size="sm" open onClose={close}>
        <TagForm intent="create" color={suggestedColors[tags.length % suggestedColors.length]!} />
      </Dialog>
    )
  }
  if (edited) {
    return (
      <Dialog id="edit-tag" title={messages.editTitle({ name: edited.name })} size="sm" open onClose={close}>
        <TagForm intent="update" tag={edited} color={edited.color} />
      </Dialog>
    )
  }
  return removed ? <DeleteTag tag={removed} onClose={close} /> : null
}

function TagForm({ intent, tag, color }: { intent: string; tag?: TagWithUsage; color: string }) {
  return (
    <ActionForm intent={intent} noValidate {...(tag && { fields: { id: tag.id } })}>
      <Field name="name" label={messages.name}>
        <TextInput defaultValue={tag?.name ?? ''} maxLength={50} required dir="auto" />
      </Field>
      <Field name="color" label={messages.color}>
        <ColorInput defaultValue={color} />
      </Field>
      <FormActions end>
        <SubmitButton>{tag ? settingsMessages.save : messages.addSubmit}</SubmitButton>
      </FormActions>
    </ActionForm>
  )
}

function DeleteTag({ tag, onClose }: { tag: TagWithUsage; onClose: () => void }) {
  const id = 'delete-tag'
  return (
    <Dialog
      id={id}
      title={messages.deleteTitle({ name: tag.name })}
      description={tag.entries + tag.requests === 0 ? messages.deleteUnused : messages.deleteText(tag)}
      size="sm"
      open
      onClose={onClose}
    >
      <ActionForm intent="delete" fields={{ id: tag.id, name: tag.name }}>
        <FormActions>
          <Button {...closeDialogProps(id)}>{uiMessages.cancel}</Button>
          <SubmitButton look="danger">{messages.deleteConfirm}</SubmitButton>
        </FormActions>
      </ActionForm>
    </Dialog>
  )
}
