import { Inbox } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CustomerDetail } from '#server/customers/detail.ts'
import { Badge } from '../../../ui/data/badge.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { EmptyState } from '../../../ui/notices/empty-state.tsx'
import { Row, RowLink, Rows } from '../../../ui/data/list-row.tsx'
import { StageBadge } from '../../../ui/data/stage-badge.tsx'
import { Time } from '../../../ui/data/time.tsx'
import type { Tone } from '../../../ui/messages.ts'
import { customer as words } from '../../messages/customers.ts'

type Latest = CustomerDetail['latest']
type Clock = { now: string; zone: string }

interface ListsProps {
  customer: CustomerDetail
  /** Of the workspace. */
  home: string
  clock: Clock
}

/** What a customer asked for, wants and said, and what was sent to them; only those lists that have something. */
export function CustomerLists({ customer, home, clock }: ListsProps) {
  const { latest, requests, votes, comments } = customer
  const isBare = Object.values(latest).every((list) => list.length === 0)
  if (isBare) {
    return (
      <EmptyState icon={<Inbox />} title={words.nothing.title}>
        {words.nothing.text}
      </EmptyState>
    )
  }
  return (
    <>
      <List title={words.requests} all={requests} rows={latest.requests}>
        {(row) => <RequestRow key={row.id} row={row} home={home} clock={clock} />}
      </List>
      <List title={words.votes} all={votes} rows={latest.votes}>
        {(row) => <RequestRow key={row.id} row={row} home={home} clock={clock} />}
      </List>
      <List title={words.comments} all={comments} rows={latest.comments}>
        {(row) => <CommentRow key={row.id} row={row} home={home} clock={clock} />}
      </List>
      <List title={words.deliveries} all={null} rows={latest.deliveries}>
        {(row) => <DeliveryRow key={`${row.on.id} ${row.at}`} row={row} home={home} clock={clock} />}
      </List>
    </>
  )
}

interface ListProps<Item> {
  title: string
  /** Of how many these are the newest; null when nobody counts. */
  all: number | null
  rows: Item[]
  children: (row: Item) => ReactNode
}

function List<Item>({ title, all, rows, children }: ListProps<Item>) {
  if (rows.length === 0) return null
  const note = all !== null && all > rows.length ? words.newest(rows.length, all) : all
  return (
    <Card
      title={title}
      flush
      actions={note !== null && <span className="text-12 text-muted tabular-nums">{note}</span>}
    >
      <Rows label={title}>{rows.map(children)}</Rows>
    </Card>
  )
}

interface ItemProps<Item> {
  row: Item
  home: string
  clock: Clock
}

function RequestRow({ row, home, clock }: ItemProps<Latest['requests'][number]>) {
  return (
    <Row
      title={<RowLink to={`${home}/requests/${row.id}`}>{row.title}</RowLink>}
      meta={
        <>
          <span>{words.votesOf(row.votes)}</span>
          <Time value={row.at} {...clock} />
        </>
      }
      end={<StageBadge stage={row.stage} look="plain" />}
    />
  )
}

const placeOf = (home: string, { kind, id }: Latest['comments'][number]['on']): string =>
  kind === 'request' ? `${home}/requests/${id}` : `${home}/changelog/${id}`

function CommentRow({ row, home, clock }: ItemProps<Latest['comments'][number]>) {
  return (
    <Row
      title={<RowLink to={placeOf(home, row.on)}>{row.body}</RowLink>}
      meta={
        <span className="min-w-0 truncate">
          {words.on[row.on.kind]} {row.on.title}
        </span>
      }
      end={
        <span className="text-12 text-muted">
          <Time value={row.at} {...clock} />
        </span>
      }
    />
  )
}

const tones: Record<Latest['deliveries'][number]['state'], Tone> = {
  due: 'neutral',
  sending: 'info',
  sent: 'success',
  failed: 'danger',
  suppressed: 'neutral',
}

function DeliveryRow({ row, home, clock }: ItemProps<Latest['deliveries'][number]>) {
  return (
    <Row
      title={<RowLink to={placeOf(home, row.on)}>{row.on.title}</RowLink>}
      meta={
        <>
          <Time value={row.at} {...clock} />
          {row.error && <span>{row.error}</span>}
        </>
      }
      end={<Badge tone={tones[row.state]}>{words.delivery[row.state]}</Badge>}
    />
  )
}
