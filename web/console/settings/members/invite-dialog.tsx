import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { RadioGroup } from '../../../ui/forms/choice.tsx'
import { closing, Dialog } from '../../../ui/overlays/dialog.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { FormActions, SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { TextInput } from '../../../ui/forms/text-input.tsx'
import { words as common } from '../../../ui/messages.ts'
import { members as words } from '../../messages/settings/members.ts'
import type { MembersPage } from './page.tsx'

const roles = ['member', 'admin', 'owner'] as const

interface InviteDialogProps extends Pick<MembersPage, 'can'> {
  id: string
  /** From the start. */
  open: boolean
}

export function InviteDialog({ id, can, open }: InviteDialogProps) {
  const options = roles.map((value) => {
    const isRefused = value === 'owner' && !can.giveOwner
    const help = isRefused ? words.ownersOnly : words.roleHelp[value]
    return { value, label: words.roles[value], help, disabled: isRefused }
  })
  return (
    <Dialog id={id} title={words.inviteTitle} description={words.inviteText} intent="invite" open={open}>
      <ActionForm intent="invite" resets noValidate>
        <Field name="email" label={words.email}>
          <TextInput type="email" autoComplete="off" required />
        </Field>
        <RadioGroup name="role" legend={words.role} options={options} defaultValue="member" />
        <FormActions end>
          <Button {...closing(id)}>{common.cancel}</Button>
          <SubmitButton>{words.send}</SubmitButton>
        </FormActions>
      </ActionForm>
    </Dialog>
  )
}
