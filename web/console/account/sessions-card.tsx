import { Laptop, Smartphone } from 'lucide-react'
import { Button } from '../../ui/buttons/button.tsx'
import { Badge } from '../../ui/data/badge.tsx'
import { Row, Rows } from '../../ui/data/list-row.tsx'
import { DateText, Time } from '../../ui/data/time.tsx'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import { SubmitButton } from '../../ui/forms/form-buttons.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { accountMessages } from '../messages/account.ts'
import type { AccountPage } from './page.tsx'

const messages = accountMessages.sessions

export function SessionsCard({ sessions, now, zone }: Pick<AccountPage, 'sessions' | 'now' | 'zone'>) {
  const dialog = 'everywhere'
  const signOutEverywhere = (
    <Button opens={dialog} look="danger-quiet" size="sm">
      {messages.signOutEverywhere}
    </Button>
  )
  return (
    <Card title={messages.title} description={messages.text} actions={signOutEverywhere} flush>
      <Rows label={messages.list}>
        {sessions.map((session) => (
          <Row
            key={session.id}
            start={<DeviceIcon device={session.device} />}
            title={session.device}
            meta={
              <>
                <span>
                  {messages.lastUsed} <Time value={session.seenAt} now={now} zone={zone} />
                </span>
                <span>
                  {messages.since} <DateText value={session.createdAt} zone={zone} />
                </span>
              </>
            }
            end={session.isCurrent ? <Badge tone="accent">{messages.current}</Badge> : <EndSession {...session} />}
          />
        ))}
      </Rows>
      <ConfirmDialog
        id={dialog}
        intent="everywhere"
        title={messages.signOutEverywhereTitle}
        description={messages.signOutEverywhereText}
        confirm={messages.signOutEverywhere}
      />
    </Card>
  )
}

function EndSession({ id, device }: { id: string; device: string }) {
  return (
    <ActionForm intent="end-session" fields={{ session: id }}>
      <SubmitButton look="normal" size="sm" aria-label={messages.signOutOf({ device })}>
        {messages.signOut}
      </SubmitButton>
    </ActionForm>
  )
}

function DeviceIcon({ device }: { device: string }) {
  const Icon = /iPhone|iPad|Android/.test(device) ? Smartphone : Laptop
  return <Icon size={20} className="text-faint" aria-hidden />
}
