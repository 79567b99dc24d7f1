import { Inbox } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CustomerDetail } from '#server/customers/detail.ts'
import { Badge } from '../../../ui/data/badge.tsx'
import { Row, RowLink, Rows } from '../../../ui/data/list-row.tsx'
import { StageBadge } from '../../../ui/data/stage-badge.tsx'
import { Time } from '../../../ui/data/time.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import type { Tone } from '../../../ui/messages.ts'
import { EmptyState } from '../../../ui/notices/empty-state.tsx'
import { customerMessages as messages } from '../../messages/customers.ts'

type RecentActivity = CustomerDetail['latest']
type Clock = { now: string; zone: string }

interface ListsProps {
  customer: CustomerDetail
  /** Of the workspace. */
  home: string
  clock: Clock
}

/** What a customer asked for, wants and said, and what was sent to them; only those lists that have something. */
export function CustomerActivityCards({ customer, home, clock }: ListsProps) {
  const { latest, requests, votes, comments } = customer
  const isBare = Object.values(latest).every((list) => list.length === 0)
  if (isBare) {
    return (
      <EmptyState icon={<Inbox />} title={messages.nothing.title}>
        {messages.nothing.text}
      </EmptyState>
    )
  }
  return (
    <>
      <List title={messages.requests} all={requests} rows={latest.requests}>
        {(row) => <RequestRow key={row.id} row={row} home={home} clock={clock} />}
      </List>
      <List title={messages.votes} all={votes} rows={latest.votes}>
        {(row) => <RequestRow key={row.id} row={row} home={home} clock={clock} />}
      </List>
      <List title={messages.comments} all={comments} rows={latest.comments}>
        {(row) => <CommentRow key={row.id} row={row} home={home} clock={clock} />}
      </List>
      <List title={messages.deliveries} all={null} rows={latest.deliveries}>
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
  const note = all !== null && all > rows.length ? messages.newest(rows.length, all) : all
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

function RequestRow({ row, home, clock }: ItemProps<RecentActivity['requests'][number]>) {
  return (
    <Row
      title={<RowLink to={`${home}/requests/${row.id}`}>{row.title}</RowLink>}
      meta={
        <>
          <span>{messages.votesOf(row.votes)}</span>
          <Time value={row.at} {...clock} />
        </>
      }
      end={<StageBadge stage={row.stage} look="plain" />}
    />
  )
}

const commentTargetUrl = (home: string, { kind, id }: RecentActivity['comments'][number]['on']): string =>
  kind === 'request' ? `${home}/requests/${id}` : `${home}/changelog/${id}`

function CommentRow({ row, home, clock }: ItemProps<RecentActivity['comments'][number]>) {
  return (
    <Row
      title={<RowLink to={commentTargetUrl(home, row.on)}>{row.body}</RowLink>}
      meta={
        <span className="min-w-0 truncate">
          {messages.on[row.on.kind]} {row.on.title}
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

const tones: Record<RecentActivity['deliveries'][number]['state'], Tone> = {
  due: 'neutral',
  sending: 'info',
  sent: 'success',
  failed: 'danger',
  suppressed: 'neutral',
}

function DeliveryRow({ row, home, clock }: ItemProps<RecentActivity['deliveries'][number]>) {
  return (
    <Row
      title={<RowLink to={commentTargetUrl(home, row.on)}>{row.on.title}</RowLink>}
      meta={
        <>
          <Time value={row.at} {...clock} />
          {row.error && <span>{row.error}</span>}
        </>
      }
      end={<Badge tone={tones[row.state]}>{messages.delivery[row.state]}</Badge>}
    />
  )
}
