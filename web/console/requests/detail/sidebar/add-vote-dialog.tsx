import { Suspense, useState } from 'react'
import { Button } from '../../../../ui/buttons/button.tsx'
import { ActionForm } from '../../../../ui/forms/action-form.tsx'
import { Field, FieldSet } from '../../../../ui/forms/field.tsx'
import { FormActions, SubmitButton } from '../../../../ui/forms/form-buttons.tsx'
import { TextInput } from '../../../../ui/forms/text-input.tsx'
import { lazyWithRetry } from '../../../../ui/lib/lazy-with-retry.ts'
import { uiMessages } from '../../../../ui/messages.ts'
import { closeDialogProps, Dialog } from '../../../../ui/overlays/dialog.tsx'
import { voteMessages as messages } from '../../../messages/requests/detail.ts'
import { addVoteDialogId } from '../load-on-use-ids.ts'

const CustomerPicker = lazyWithRetry(async () => (await import('./customer-picker.tsx')).default)

interface AddVoteDialogProps {
  home: string
  /** Set once the pointer or the focus reaches the button that opens the dialog. */
  isPickerNeeded: boolean
}

/** Finds a known customer by search, or by email address: the only way without script. */
export function AddVoteDialog({ home, isPickerNeeded }: AddVoteDialogProps) {
  const [addedCount, setAddedCount] = useState(0)
  return (
    <Dialog id={addVoteDialogId} title={messages.add} description={messages.addWhy} intent="vote">
      <ActionForm intent="vote" resets onSuccess={() => setAddedCount(addedCount + 1)}>
        {isPickerNeeded && (
          <Suspense>
            {/* A form reset doesn’t clear the picker, so a new key does. */}
            <CustomerPicker key={addedCount} home={home} />
          </Suspense>
        )}
        <FieldSet legend={messages.orNew}>
          <Field name="email" label={messages.email}>
            <TextInput type="email" maxLength={254} autoComplete="off" />
          </Field>
          <Field name="name" label={messages.name} optional>
            <TextInput maxLength={200} autoComplete="off" dir="auto" />
          </Field>
        </FieldSet>
        <FormActions>
          <Button {...closeDialogProps(addVoteDialogId)}>{uiMessages.cancel}</Button>
          <SubmitButton>{messages.add}</SubmitButton>
        </FormActions>
      </ActionForm>
    </Dialog>
  )
}
