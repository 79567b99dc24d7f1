import { lazy, Suspense, useState } from 'react'
import { Button } from '../../../../ui/buttons/button.tsx'
import { ActionForm } from '../../../../ui/forms/action-form.tsx'
import { Field, FieldSet } from '../../../../ui/forms/field.tsx'
import { FormActions, SubmitButton } from '../../../../ui/forms/form-buttons.tsx'
import { TextInput } from '../../../../ui/forms/text-input.tsx'
import { uiMessages as kit } from '../../../../ui/messages.ts'
import { closeDialogProps, Dialog } from '../../../../ui/overlays/dialog.tsx'
import { voteMessages as messages } from '../../../messages/requests/detail.ts'

export const addVoteDialogId = 'add-vote'

const CustomerPicker = lazy(() => import('./customer-picker.tsx'))

interface AddVoteDialogProps {
  home: string
  /** Somebody is at the button that opens it. */
  isWanted: boolean
}

/** A customer who is known is found by searching; by the address too, which is all that a browser without script has. */
export function AddVoteDialog({ home, isWanted }: AddVoteDialogProps) {
  const [added, setAdded] = useState(0)
  return (
    <Dialog id={addVoteDialogId} title={messages.add} description={messages.addWhy} intent="vote">
      <ActionForm intent="vote" resets onSuccess={() => setAdded(added + 1)}>
        {isWanted && (
          <Suspense>
            {/* Who was picked before is no part of what a form resets. */}
            <CustomerPicker key={added} home={home} />
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
          <Button {...closeDialogProps(addVoteDialogId)}>{kit.cancel}</Button>
          <SubmitButton>{messages.add}</SubmitButton>
        </FormActions>
      </ActionForm>
    </Dialog>
  )
}
