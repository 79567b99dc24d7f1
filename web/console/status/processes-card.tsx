import type { Activity, ProcessStatus } from '#server/console/status.ts'
import { NumberText } from '../../ui/data/number-text.tsx'
import { type Column, Table } from '../../ui/data/table.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { statusMessages } from '../messages/status.ts'
import { formatDuration, formatMegabytes, formatShare } from './format.ts'

const messages = statusMessages.processes

const columns: Column<ProcessStatus>[] = [
  { key: 'name', head: messages.name, cell: ({ name }) => name },
  {
    key: 'uptime',
    head: messages.uptime,
    align: 'end',
    cell: ({ uptimeSeconds }) => formatDuration(uptimeSeconds),
  },
  { key: 'memory', head: messages.memory, align: 'end', cell: ({ memoryBytes }) => formatMegabytes(memoryBytes) },
  { key: 'cpu', head: messages.processor, align: 'end', cell: ({ cpuShare }) => formatShare(cpuShare) },
  {
    key: 'requests',
    head: messages.requests,
    align: 'end',
    wideOnly: true,
    cell: ({ requests }) => <NumberText value={requests} />,
  },
]

/** Shows the processes of this machine, and the number of refused requests. */
export function ProcessesCard({ processes, shed, rateLimits }: Pick<Activity, 'processes' | 'shed' | 'rateLimits'>) {
  const count = shed.database + shed.event_loop
  const store = messages.stores[rateLimits]
  return (
    <Card
      title={messages.title}
      description={`${count === 0 ? messages.noneShed : messages.shed({ count })} ${messages.rateLimits({ store })}`}
      flush
    >
      <Table caption={messages.title} columns={columns} rows={processes} rowKey={({ name }) => name} />
    </Card>
  )
}
