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

const words = accountMessages.sessions

export function SessionsCard({ sessions, now, zone }: Pick<AccountPage, 'sessions' | 'now' | 'zone'>) {
  const dialog = 'everywhere'
  const everywhere = (
    <Button opens={dialog} look="danger-quiet" size="sm">
      {words.everywhere}
    </Button>
  )
  return (
    <Card title={words.title} description={words.text} actions={everywhere} flush>
      <Rows label={words.list}>
        {sessions.map((session) => (
          <Row
            key={session.id}
            start={<DeviceIcon device={session.device} />}
            title={session.device}
            meta={
              <>
                <span>
                  {words.seen} <Time value={session.seenAt} now={now} zone={zone} />
                </span>
                <span>
                  {words.since} <DateText value={session.createdAt} zone={zone} />
                </span>
              </>
            }
            end={session.isCurrent ? <Badge tone="accent">{words.here}</Badge> : <EndSession {...session} />}
          />
        ))}
      </Rows>
      <ConfirmDialog
        id={dialog}
        intent="everywhere"
        title={words.everywhereTitle}
        description={words.everywhereText}
        confirm={words.everywhere}
      />
    </Card>
  )
}

function EndSession({ id, device }: { id: string; device: string }) {
  return (
    <ActionForm intent="end-session" fields={{ session: id }}>
      <SubmitButton look="normal" size="sm" aria-label={words.endOf(device)}>
        {words.end}
      </SubmitButton>
    </ActionForm>
  )
}

function DeviceIcon({ device }: { device: string }) {
  const Icon = /iPhone|iPad|Android/.test(device) ? Smartphone : Laptop
  return <Icon size={20} className="text-faint" aria-hidden />
}
