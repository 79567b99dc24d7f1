import { Button } from '../../../ui/buttons/button.tsx'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { RadioGroup } from '../../../ui/forms/choice.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { FormActions, SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { TextInput } from '../../../ui/forms/text-input.tsx'
import { uiMessages } from '../../../ui/messages.ts'
import { closeDialogProps, Dialog } from '../../../ui/overlays/dialog.tsx'
import { membersMessages as messages } from '../../messages/settings/members.ts'
import type { MembersPage } from './page.tsx'

const roles = ['member', 'admin', 'owner'] as const

interface InviteDialogProps extends Pick<MembersPage, 'can'> {
  id: string
  /** Open when the page loads. */
  open: boolean
}

export function InviteDialog({ id, can, open }: InviteDialogProps) {
  const options = roles.map((value) => {
    const isDisabled = value === 'owner' && !can.giveOwner
    const help = isDisabled ? messages.onlyOwnersInvite : messages.roleHelp[value]
    return { value, label: messages.roles[value], help, disabled: isDisabled }
  })
  return (
    <Dialog id={id} title={messages.inviteTitle} description={messages.inviteText} intent="invite" open={open}>
      <ActionForm intent="invite" resets noValidate>
        <Field name="email" label={messages.email}>
          <TextInput type="email" autoComplete="off" required />
        </Field>
        <RadioGroup name="role" legend={messages.role} options={options} defaultValue="member" />
        <FormActions end>
          <Button {...closeDialogProps(id)}>{uiMessages.cancel}</Button>
          <SubmitButton>{messages.sendInvitation}</SubmitButton>
        </FormActions>
      </ActionForm>
    </Dialog>
  )
}
