import type { DatabaseStatus, ReplicaStatus, SessionGroup } from '#server/console/status.ts'
import { DescriptionList } from '../../ui/data/list-row.tsx'
import { NumberText } from '../../ui/data/number-text.tsx'
import { type Column, Table } from '../../ui/data/table.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { statusMessages } from '../messages/status.ts'
import { formatDuration, formatMegabytes } from './format.ts'

const messages = statusMessages.database

const replicaColumns: Column<ReplicaStatus>[] = [
  { key: 'name', head: messages.replica, cell: ({ name }) => name },
  { key: 'state', head: messages.state, cell: ({ state, syncState }) => messages.replicaState({ state, syncState }) },
  { key: 'lag', head: messages.lag, align: 'end', cell: ({ lagSeconds }) => formatDuration(lagSeconds ?? 0) },
]

const sessionColumns: Column<SessionGroup>[] = [
  { key: 'program', head: messages.program, cell: ({ application }) => application || messages.unnamed },
  {
    key: 'address',
    head: messages.address,
    cell: ({ address }) => <span className="whitespace-nowrap">{address ?? messages.local}</span>,
  },
  { key: 'count', head: messages.count, align: 'end', cell: ({ count }) => <NumberText value={count} /> },
]

/** Shows the state of the database, its replicas, and who is connected. */
export function DatabaseCards({ database }: { database: DatabaseStatus }) {
  const { sessions, maxSessions, active, idle, inTransaction, blocked, replicas, sessionGroups } = database
  const age = (seconds: number) => (seconds < 1 ? messages.none : formatDuration(seconds))
  return (
    <>
      <Card title={messages.title} description={messages.version(database)}>
        <DescriptionList
          facts={[
            [messages.size, formatMegabytes(database.sizeBytes)],
            [messages.connections, messages.connectionsOf({ count: sessions, max: maxSessions })],
            [messages.state, messages.states({ active, idle, inTransaction })],
            [messages.blocked, <NumberText key="blocked" value={blocked} />],
            [messages.transaction, age(database.transactionSeconds)],
            [messages.statement, age(database.statementSeconds)],
            [messages.migrations, <NumberText key="migrations" value={database.appliedMigrations.length} />],
            [messages.replicas, replicas.length === 0 ? messages.noReplicas : null],
          ]}
        />
      </Card>
      {replicas.length > 0 && (
        <Card title={messages.replicas} flush>
          <Table caption={messages.replicas} columns={replicaColumns} rows={replicas} rowKey={({ name }) => name} />
        </Card>
      )}
      <Card title={messages.sessions} flush>
        <Table
          caption={messages.sessions}
          columns={sessionColumns}
          rows={sessionGroups}
          rowKey={({ application, address }) => `${application} ${address}`}
        />
      </Card>
    </>
  )
}
