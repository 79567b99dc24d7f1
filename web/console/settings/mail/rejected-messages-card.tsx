import type { MailHealth } from '#server/notifications/deliveries/health.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { type Column, Table } from '../../../ui/data/table.tsx'
import { Time } from '../../../ui/data/time.tsx'
import { mailWords as words } from '../../messages/settings/mail.ts'
import type { MailPage } from './page.tsx'

type Refusal = MailHealth['refusals'][number]

export function Refusals({ health, home, now, zone }: MailPage) {
  const columns: Column<Refusal>[] = [
    { key: 'customer', head: words.customer, cell: ({ name }) => name ?? words.nameless },
    { key: 'reason', head: words.reason, grows: true, cell: (refusal) => refusal.words },
    {
      key: 'when',
      head: words.when,
      align: 'end',
      cell: ({ at }) => (
        <span className="whitespace-nowrap text-muted">
          <Time value={at} now={now} zone={zone} />
        </span>
      ),
    },
  ]
  return (
    <Card title={words.refusals} flush>
      <Table
        caption={words.refusals}
        columns={columns}
        rows={health.refusals}
        rowKey={({ customerId, at }) => `${customerId} ${at}`}
        rowTo={({ customerId }) => `${home}/customers/${customerId}`}
        rowTitle={(refusal) => refusal.words}
        stacked
      />
    </Card>
  )
}
