import { useNavigate, useSearchParams } from 'react-router'
import { LinkButton } from '../../../ui/buttons/button.tsx'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { FormActions, SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { uiMessages as common } from '../../../ui/messages.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { membersMessages as messages } from '../../messages/settings/members.ts'
import type { MembersPage } from './page.tsx'

/** Asks before somebody is removed. One dialog with an address, not one for each of five hundred. */
export function RemoveDialog({ members, here }: MembersPage) {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const id = params.get('remove')
  const member = members.find((one) => one.id === id && one.mayChange && !one.isMe)
  if (!member) return null
  const who = member.name ?? member.email
  return (
    <Dialog
      key={member.id}
      id="remove"
      title={messages.removeTitle(who)}
      description={messages.removeText}
      size="sm"
      open
      onClose={() => navigate(here, { preventScrollReset: true, replace: true })}
    >
      <ActionForm intent="remove" fields={{ id: member.id, who }}>
        <FormActions end>
          <LinkButton to={here} preventScrollReset>
            {common.cancel}
          </LinkButton>
          <SubmitButton look="danger">{messages.removeConfirm}</SubmitButton>
        </FormActions>
      </ActionForm>
    </Dialog>
  )
}
