import type { SavedView } from '#server/saved-views/schema.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { Checkbox } from '../../../ui/forms/choice.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { FormActions, SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { TextInput } from '../../../ui/forms/text-input.tsx'
import { uiMessages } from '../../../ui/messages.ts'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { closeDialogProps, Dialog } from '../../../ui/overlays/dialog.tsx'
import { viewMessages as messages } from '../../messages/requests/views.ts'
import { viewDialogs } from './dialog-ids.ts'

const maxNameLength = 60

interface ViewDialogProps {
  view: SavedView | null
  /** The filters shown. */
  query: string
  listUrl: string
}

export function ViewDialogs({ view, query, listUrl }: ViewDialogProps) {
  const action = `${listUrl}${query}`
  return (
    <>
      <Dialog
        id={viewDialogs.save}
        title={messages.saveTitle}
        description={messages.saveText}
        size="sm"
        intent="save-view"
      >
        <ActionForm intent="save-view" action={action} fields={{ query }} resets noValidate>
          <NameField />
          <Checkbox name="shared" label={messages.share} help={messages.shareHelp} />
          <DialogButtons id={viewDialogs.save} submit={messages.save} />
        </ActionForm>
      </Dialog>
      {view?.canChange && (
        <>
          <Dialog id={viewDialogs.rename} title={messages.renameTitle} size="sm" intent="rename-view">
            <ActionForm key={view.id} intent="rename-view" action={action} fields={{ view: view.id, query }} noValidate>
              <NameField name={view.name} />
              <DialogButtons id={viewDialogs.rename} submit={messages.saveChanges} />
            </ActionForm>
          </Dialog>
          <ConfirmDialog
            id={viewDialogs.delete}
            title={messages.deleteTitle({ name: view.name })}
            description={view.isShared ? messages.deleteShared : messages.deleteOwn}
            confirm={messages.deleteConfirm}
            intent="delete-view"
            action={action}
            fields={{ view: view.id }}
          />
        </>
      )}
    </>
  )
}

function NameField({ name }: { name?: string }) {
  return (
    <Field name="name" label={messages.name}>
      <TextInput
        defaultValue={name}
        placeholder={messages.namePlaceholder}
        maxLength={maxNameLength}
        autoComplete="off"
        required
      />
    </Field>
  )
}

function DialogButtons({ id, submit }: { id: string; submit: string }) {
  return (
    <FormActions end>
      <Button {...closeDialogProps(id)}>{uiMessages.cancel}</Button>
      <SubmitButton>{submit}</SubmitButton>
    </FormActions>
  )
}
