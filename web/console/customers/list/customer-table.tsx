import { useRouteLoaderData } from 'react-router'
import type { ListedCustomer } from '#server/customers/list.ts'
import { Avatar } from '../../../ui/data/avatar.tsx'
import { Row, RowLink, Rows } from '../../../ui/data/list-row.tsx'
import { NumberText } from '../../../ui/data/number-text.tsx'
import { type Column, Table } from '../../../ui/data/table.tsx'
import { Time } from '../../../ui/data/time.tsx'
import { customers as words } from '../../messages/customers.ts'
import { MailBadge } from '../mail-status-badge.tsx'
import { nameOf } from '../customer-name.ts'

interface ListProps {
  rows: ListedCustomer[]
  /** Who stands beside the list. */
  openId: string | undefined
  toRow: (id: string) => string
}

const columns: Column<ListedCustomer>[] = [
  { key: 'name', head: words.columns.name, grows: true, cell: (row) => <Who {...row} /> },
  { key: 'mail', head: words.columns.mail, cell: ({ mail }) => <MailBadge state={mail} quiet /> },
  count('requests'),
  count('votes'),
  count('comments'),
  { key: 'added', head: words.columns.added, align: 'end', wideOnly: true, cell: (row) => <Added {...row} /> },
]

/** All that is known at a glance, where there is room for it. */
export function CustomerTable(props: ListProps) {
  return (
    <>
      <div className="max-sm:hidden">
        <Table
          caption={words.list}
          columns={columns}
          rows={props.rows}
          rowKey={({ id }) => id}
          rowTo={({ id }) => props.toRow(id)}
          rowTitle={nameOf}
        />
      </div>
      <div className="sm:hidden">
        <CustomerRows {...props} />
      </div>
    </>
  )
}

/** The same on a phone, and beside one that is open. */
export function CustomerRows({ rows, toRow, openId }: ListProps) {
  return (
    <Rows label={words.list}>
      {rows.map((row) => (
        <Row
          key={row.id}
          isSelected={row.id === openId}
          start={<Avatar name={nameOf(row)} />}
          title={
            <RowLink to={toRow(row.id)} preventScrollReset aria-current={row.id === openId ? 'true' : undefined}>
              {nameOf(row)}
            </RowLink>
          }
          meta={<Done {...row} />}
          end={row.mail === 'heard' ? undefined : <MailBadge state={row.mail} quiet />}
        />
      ))}
    </Rows>
  )
}

function Done({ requests, votes, comments, email, name, externalId, standing }: ListedCustomer) {
  if (standing !== 'tracked') return <span>{words.standing[standing]}</span>
  const parts = words.done(requests, votes, comments)
  if (parts.length === 0) return <span>{name === null ? externalId : (email ?? externalId)}</span>
  return parts.map((part) => <span key={part}>{part}</span>)
}

function Who(row: ListedCustomer) {
  const other = row.name === null ? row.externalId : (row.email ?? row.externalId)
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Avatar name={nameOf(row)} />
      <span className="flex min-w-0 flex-col">
        <span className="truncate">
          <bdi>{nameOf(row)}</bdi>
        </span>
        {other !== null && other !== nameOf(row) && (
          <span className="truncate font-normal text-12 text-muted">{other}</span>
        )}
        {row.standing !== 'tracked' && (
          <span className="font-normal text-12 text-muted">{words.standing[row.standing]}</span>
        )}
      </span>
    </span>
  )
}

function count(key: 'requests' | 'votes' | 'comments'): Column<ListedCustomer> {
  return { key, head: words.columns[key], align: 'end', cell: (row) => <Amount value={row[key]} /> }
}

/** A column of noughts would hide those that are none. */
const Amount = ({ value }: { value: number }) => (
  <span className={value === 0 ? 'text-faint' : undefined}>
    <NumberText value={value} />
  </span>
)

function Added({ createdAt }: ListedCustomer) {
  const root = useRouteLoaderData<{ now: string; zone: string }>('root')!
  return (
    <span className="text-muted">
      <Time value={createdAt} {...root} />
    </span>
  )
}
