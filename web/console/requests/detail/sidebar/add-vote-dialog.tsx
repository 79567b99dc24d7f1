import { lazy, Suspense, useState } from 'react'
import { ActionForm } from '../../../../ui/forms/action-form.tsx'
import { Button } from '../../../../ui/buttons/button.tsx'
import { closing, Dialog } from '../../../../ui/overlays/dialog.tsx'
import { Field, FieldSet } from '../../../../ui/forms/field.tsx'
import { FormActions, SubmitButton } from '../../../../ui/forms/form-buttons.tsx'
import { TextInput } from '../../../../ui/forms/text-input.tsx'
import { words as kit } from '../../../../ui/messages.ts'
import { voting as words } from '../../../messages/requests/detail.ts'

export const addVoteId = 'add-vote'

const CustomerPicker = lazy(() => import('./customer-picker.tsx'))

interface AddVoteProps {
  home: string
  /** Somebody is at the button that opens it. */
  isWanted: boolean
}

/** A customer who is known is found by searching; by the address too, which is all that a browser without script has. */
export function AddVote({ home, isWanted }: AddVoteProps) {
  const [added, setAdded] = useState(0)
  return (
    <Dialog id={addVoteId} title={words.add} description={words.addWhy} intent="vote">
      <ActionForm intent="vote" resets onSuccess={() => setAdded(added + 1)}>
        {isWanted && (
          <Suspense>
            {/* Who was picked before is no part of what a form resets. */}
            <CustomerPicker key={added} home={home} />
          </Suspense>
        )}
        <FieldSet legend={words.orNew}>
          <Field name="email" label={words.email}>
            <TextInput type="email" maxLength={254} autoComplete="off" />
          </Field>
          <Field name="name" label={words.name} optional>
            <TextInput maxLength={200} autoComplete="off" dir="auto" />
          </Field>
        </FieldSet>
        <FormActions>
          <Button {...closing(addVoteId)}>{kit.cancel}</Button>
          <SubmitButton>{words.add}</SubmitButton>
        </FormActions>
      </ActionForm>
    </Dialog>
  )
}
