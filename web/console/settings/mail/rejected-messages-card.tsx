import type { MailHealth } from '#server/notifications/deliveries/health.ts'
import { type Column, Table } from '../../../ui/data/table.tsx'
import { Time } from '../../../ui/data/time.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { mailMessages as messages } from '../../messages/settings/mail.ts'
import type { MailPage } from './page.tsx'

type RejectedMessage = MailHealth['failures'][number]

export function RejectedMessagesCard({ health, home, now, zone }: MailPage) {
  const columns: Column<RejectedMessage>[] = [
    { key: 'customer', head: messages.customer, cell: ({ name }) => name ?? messages.nameless },
    { key: 'reason', head: messages.reason, grows: true, cell: (refusal) => refusal.words },
    {
      key: 'when',
      head: messages.when,
      align: 'end',
      cell: ({ at }) => (
        <span className="whitespace-nowrap text-muted">
          <Time value={at} now={now} zone={zone} />
        </span>
      ),
    },
  ]
  return (
    <Card title={messages.refusals} flush>
      <Table
        caption={messages.refusals}
        columns={columns}
        rows={health.failures}
        rowKey={({ customerId, at }) => `${customerId} ${at}`}
        rowTo={({ customerId }) => `${home}/customers/${customerId}`}
        rowTitle={(refusal) => refusal.words}
        stacked
      />
    </Card>
  )
}
