import { Mail } from 'lucide-react'
import { Button } from '../../../ui/buttons/button.tsx'
import { Row, Rows } from '../../../ui/data/list-row.tsx'
import { DateText, Time } from '../../../ui/data/time.tsx'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { membersMessages as messages } from '../../messages/settings/members.ts'
import type { ListedInvitation, MembersPage } from './page.tsx'
import { RoleBadge } from './team-table.tsx'

export function InvitationsCard({ invitations, sendsMail, now, zone }: MembersPage) {
  return (
    <Card
      title={messages.invitations}
      description={sendsMail ? messages.invitationsText : messages.invitationsTextNotEmailed}
      flush
    >
      <Rows label={messages.invitations}>
        {invitations.map((invitation) => (
          <Row
            key={invitation.id}
            start={<Mail size={20} className="text-faint max-sm:hidden" aria-hidden="true" />}
            title={<span title={invitation.email}>{invitation.email}</span>}
            meta={
              <>
                <RoleBadge role={invitation.role} />
                <span>
                  {sendsMail ? messages.sent : messages.created}{' '}
                  <Time value={invitation.createdAt} now={now} zone={zone} />
                </span>
                <span>
                  {messages.expires} <DateText value={invitation.expiresAt} zone={zone} />
                </span>
              </>
            }
            end={<Actions {...invitation} sendsMail={sendsMail} />}
          />
        ))}
      </Rows>
    </Card>
  )
}

function Actions({ id, email, mayChange, sendsMail }: ListedInvitation & { sendsMail: boolean }) {
  if (!mayChange) {
    return (
      <Button size="sm" disabledReason={messages.onlyOwnersChange} aria-label={messages.revokeFor({ email })}>
        {messages.revoke}
      </Button>
    )
  }
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <ActionForm intent="resend" fields={{ id }}>
        <SubmitButton
          look="normal"
          size="sm"
          aria-label={sendsMail ? messages.resendTo({ email }) : messages.newLinkFor({ email })}
        >
          {sendsMail ? messages.resend : messages.newLink}
        </SubmitButton>
      </ActionForm>
      <ActionForm intent="revoke" fields={{ id, who: email }}>
        <SubmitButton look="quiet" size="sm" aria-label={messages.revokeFor({ email })}>
          {messages.revoke}
        </SubmitButton>
      </ActionForm>
    </div>
  )
}
