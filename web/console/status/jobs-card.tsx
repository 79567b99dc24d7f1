import type { JobsStatus, QueueStatus } from '#server/console/status.ts'
import { NumberText } from '../../ui/data/number-text.tsx'
import { type Column, Table } from '../../ui/data/table.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { statusMessages } from '../messages/status.ts'
import { formatDuration } from './format.ts'

const messages = statusMessages.jobs

const columns: Column<QueueStatus>[] = [
  { key: 'queue', head: messages.queue, cell: ({ name }) => name },
  { key: 'waiting', head: messages.waiting, align: 'end', cell: ({ waiting }) => <NumberText value={waiting} /> },
  {
    key: 'active',
    head: messages.active,
    align: 'end',
    wideOnly: true,
    cell: ({ active }) => <NumberText value={active} />,
  },
  { key: 'dead', head: messages.dead, align: 'end', cell: ({ dead }) => <NumberText value={dead} /> },
  { key: 'late', head: messages.late, align: 'end', cell: ({ lateSeconds }) => formatDuration(lateSeconds) },
]

/** Shows the queues that have jobs. */
export function JobsCard({ queues, emptyQueues }: JobsStatus) {
  if (queues.length === 0) {
    return (
      <Card title={messages.title}>
        <p className="text-muted">{messages.none}</p>
      </Card>
    )
  }
  return (
    <Card title={messages.title} description={messages.empty({ count: emptyQueues })} flush>
      <Table caption={messages.title} columns={columns} rows={queues} rowKey={({ name }) => name} />
    </Card>
  )
}
