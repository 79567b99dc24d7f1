import { useRouteLoaderData } from 'react-router'
import type { ListedCustomer } from '#server/customers/list.ts'
import { Avatar } from '../../../ui/data/avatar.tsx'
import { Row, RowLink, Rows } from '../../../ui/data/list-row.tsx'
import { NumberText } from '../../../ui/data/number-text.tsx'
import { type Column, Table } from '../../../ui/data/table.tsx'
import { Time } from '../../../ui/data/time.tsx'
import { customersMessages as messages } from '../../messages/customers.ts'
import { customerName } from '../customer-name.ts'
import { MailStatusBadge } from '../mail-status-badge.tsx'

interface CustomerListProps {
  rows: ListedCustomer[]
  /** The customer open beside the list. */
  openId: string | undefined
  toRow: (id: string) => string
}

const columns: Column<ListedCustomer>[] = [
  { key: 'name', head: messages.columns.name, grows: true, cell: (row) => <NameCell {...row} /> },
  countColumn('requests'),
  countColumn('votes'),
  countColumn('comments'),
  { key: 'added', head: messages.columns.added, align: 'end', wideOnly: true, cell: (row) => <AddedCell {...row} /> },
]

/** The customers as a table, or as rows on a phone. */
export function CustomerTable(props: CustomerListProps) {
  return (
    <>
      <div className="max-sm:hidden">
        <Table
          caption={messages.list}
          columns={columns}
          rows={props.rows}
          rowKey={({ id }) => id}
          rowTo={({ id }) => props.toRow(id)}
          rowTitle={customerName}
        />
      </div>
      <div className="sm:hidden">
        <CustomerRows {...props} />
      </div>
    </>
  )
}

/** The customers as rows, on a phone and beside an open customer. */
export function CustomerRows({ rows, toRow, openId }: CustomerListProps) {
  return (
    <Rows label={messages.list}>
      {rows.map((row) => (
        <Row
          key={row.id}
          isSelected={row.id === openId}
          start={<Avatar name={customerName(row)} />}
          title={
            <RowLink to={toRow(row.id)} preventScrollReset aria-current={row.id === openId ? 'true' : undefined}>
              {customerName(row)}
            </RowLink>
          }
          meta={<ActivityCell {...row} />}
          end={row.mail === 'active' ? undefined : <MailStatusBadge status={row.mail} quiet />}
        />
      ))}
    </Rows>
  )
}

function ActivityCell({ requests, votes, comments, email, name, externalId, kind }: ListedCustomer) {
  if (kind === 'subscribed' || kind === 'signed_in') return <span>{messages.kind[kind]}</span>
  const counts = Object.entries({ requests, votes, comments }) as ['requests' | 'votes' | 'comments', number][]
  const parts = counts.filter(([, count]) => count > 0).map(([kind, count]) => messages.activity[kind]({ count }))
  if (parts.length === 0) return <span>{name === null ? externalId : (email ?? externalId)}</span>
  return parts.map((part) => <span key={part}>{part}</span>)
}

function NameCell(row: ListedCustomer) {
  const other = row.name === null ? row.externalId : (row.email ?? row.externalId)
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Avatar name={customerName(row)} />
      <span className="flex min-w-0 flex-col">
        <span className="flex min-w-0 items-center gap-2">
          <span className="truncate">
            <bdi>{customerName(row)}</bdi>
          </span>
          {row.mail !== 'active' && <MailStatusBadge status={row.mail} />}
        </span>
        {other !== null && other !== customerName(row) && (
          <span className="truncate font-normal text-12 text-muted">{other}</span>
        )}
        {row.kind !== 'tracked' && <span className="font-normal text-12 text-muted">{messages.kind[row.kind]}</span>}
      </span>
    </span>
  )
}

function countColumn(key: 'requests' | 'votes' | 'comments'): Column<ListedCustomer> {
  return { key, head: messages.columns[key], align: 'end', cell: (row) => <CountCell value={row[key]} /> }
}

/** Fades a zero, so that the other numbers stand out. */
const CountCell = ({ value }: { value: number }) => (
  <span className={value === 0 ? 'text-faint' : undefined}>
    <NumberText value={value} />
  </span>
)

function AddedCell({ createdAt }: ListedCustomer) {
  const root = useRouteLoaderData<{ now: string; zone: string }>('root')!
  return (
    <span className="text-muted">
      <Time value={createdAt} {...root} />
    </span>
  )
}
