import { useNavigate, useSearchParams } from 'react-router'
import { LinkButton } from '../../../ui/buttons/button.tsx'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { FormActions, SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { uiMessages } from '../../../ui/messages.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { membersMessages as messages } from '../../messages/settings/members.ts'
import type { MembersPage } from './page.tsx'

/** Asks for confirmation before removing a member. The URL selects the member, so a page of 500 members has one dialog. */
export function RemoveDialog({ members, pageUrl }: MembersPage) {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const id = params.get('remove')
  const member = members.find((candidate) => candidate.id === id && candidate.mayChange && !candidate.isMe)
  if (!member) return null
  const who = member.name ?? member.email
  return (
    <Dialog
      key={member.id}
      id="remove"
      title={messages.removeTitle({ name: who })}
      description={messages.removeText}
      size="sm"
      open
      onClose={() => navigate(pageUrl, { preventScrollReset: true, replace: true })}
    >
      <ActionForm intent="remove" fields={{ id: member.id, who }}>
        <FormActions end>
          <LinkButton to={pageUrl} preventScrollReset>
            {uiMessages.cancel}
          </LinkButton>
          <SubmitButton look="danger">{messages.removeConfirm}</SubmitButton>
        </FormActions>
      </ActionForm>
    </Dialog>
  )
}
