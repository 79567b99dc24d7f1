import type { MailHealth } from '#server/notifications/deliveries/health.ts'
import { type Column, Table } from '../../../ui/data/table.tsx'
import { Time } from '../../../ui/data/time.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { mailMessages as messages } from '../../messages/settings/mail.ts'
import type { MailPage } from './page.tsx'

type RejectedMessage = MailHealth['failures'][number]

export function RejectedMessagesCard({ health, workspacePath, now, zone }: MailPage) {
  const columns: Column<RejectedMessage>[] = [
    { key: 'customer', head: messages.customer, cell: ({ name }) => name ?? messages.unnamedCustomer },
    { key: 'reason', head: messages.reason, grows: true, cell: (message) => message.response },
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
    <Card title={messages.rejected} flush>
      <Table
        caption={messages.rejected}
        columns={columns}
        rows={health.failures}
        rowKey={({ customerId, at }) => `${customerId} ${at}`}
        rowTo={({ customerId }) => `${workspacePath}/customers/${customerId}`}
        rowTitle={(message) => message.response}
        stacked
      />
    </Card>
  )
}
