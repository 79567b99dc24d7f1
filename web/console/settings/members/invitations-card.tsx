import { Mail } from 'lucide-react'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { Row, Rows } from '../../../ui/data/list-row.tsx'
import { DateText, Time } from '../../../ui/data/time.tsx'
import { members as words } from '../../messages/settings/members.ts'
import type { MembersPage, ShownInvitation } from './page.tsx'
import { RoleBadge } from './team-table.tsx'

export function InvitationsCard({ invitations, sendsMail, now, zone }: MembersPage) {
  return (
    <Card title={words.waiting} description={sendsMail ? words.waitingText : words.waitingTextUnmailed} flush>
      <Rows label={words.waiting}>
        {invitations.map((invitation) => (
          <Row
            key={invitation.id}
            start={<Mail size={20} className="text-faint max-sm:hidden" aria-hidden="true" />}
            title={<span title={invitation.email}>{invitation.email}</span>}
            meta={
              <>
                <RoleBadge role={invitation.role} />
                <span>
                  {sendsMail ? words.waitingMeta.sent : words.waitingMeta.made}{' '}
                  <Time value={invitation.createdAt} now={now} zone={zone} />
                </span>
                <span>
                  {words.waitingMeta.until} <DateText value={invitation.expiresAt} zone={zone} />
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

function Actions({ id, email, mayChange, sendsMail }: ShownInvitation & { sendsMail: boolean }) {
  const renew = sendsMail ? words.resend : words.renew
  if (!mayChange) {
    return (
      <Button size="sm" disabledReason={words.ownersAlone} aria-label={words.revokeOf(email)}>
        {words.revoke}
      </Button>
    )
  }
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <ActionForm intent="resend" fields={{ id }}>
        <SubmitButton look="normal" size="sm" aria-label={words.ofInvitation(renew, email)}>
          {renew}
        </SubmitButton>
      </ActionForm>
      <ActionForm intent="revoke" fields={{ id, who: email }}>
        <SubmitButton look="quiet" size="sm" aria-label={words.revokeOf(email)}>
          {words.revoke}
        </SubmitButton>
      </ActionForm>
    </div>
  )
}
