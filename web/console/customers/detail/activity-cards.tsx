import { Inbox } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { CustomerDetail } from '#server/customers/detail.ts'
import type { ActivityKind, CustomerComment, CustomerRequest } from '#server/customers/team-activity.ts'
import { LinkButton } from '../../../ui/buttons/button.tsx'
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

interface ActivityCardsProps {
  customer: CustomerDetail
  /** The path of the workspace. */
  home: string
  clock: Clock
}

/** A customer’s latest requests, votes, comments and emails. Leaves out empty lists. */
export function CustomerActivityCards({ customer, home, clock }: ActivityCardsProps) {
  const { latest, requests, votes, comments } = customer
  // The query of the list that the customer was opened from.
  const { search } = useLocation()
  const allUrl = (kind: ActivityKind) => `${home}/customers/${customer.id}/activity/${kind}${search}`
  const isEmpty = Object.values(latest).every((list) => list.length === 0)
  if (isEmpty) {
    return (
      <EmptyState icon={<Inbox />} title={messages.nothing.title}>
        {messages.nothing.text}
      </EmptyState>
    )
  }
  return (
    <>
      <List title={messages.requests} total={requests} rows={latest.requests} allUrl={allUrl('requests')}>
        {(row) => <RequestRow key={row.id} row={row} home={home} clock={clock} />}
      </List>
      <List title={messages.votes} total={votes} rows={latest.votes} allUrl={allUrl('votes')}>
        {(row) => <RequestRow key={row.id} row={row} home={home} clock={clock} />}
      </List>
      <List title={messages.comments} total={comments} rows={latest.comments} allUrl={allUrl('comments')}>
        {(row) => <CommentRow key={row.id} row={row} home={home} clock={clock} />}
      </List>
      <List title={messages.deliveries} total={null} rows={latest.deliveries}>
        {(row) => <DeliveryRow key={`${row.on.id} ${row.at}`} row={row} home={home} clock={clock} />}
      </List>
    </>
  )
}

interface ListProps<Item> {
  title: string
  /** The number of rows in all, of which `rows` are the latest; null if not counted. */
  total: number | null
  rows: Item[]
  /** The page that lists all of them. */
  allUrl?: string
  children: (row: Item) => ReactNode
}

function List<Item>({ title, total, rows, allUrl, children }: ListProps<Item>) {
  if (rows.length === 0) return null
  const hasMore = total !== null && total > rows.length
  return (
    <Card
      title={title}
      flush
      actions={
        hasMore && allUrl !== undefined ? (
          <LinkButton to={allUrl} look="quiet" size="sm">
            {messages.viewAll({ count: total })}
          </LinkButton>
        ) : (
          total !== null && <span className="text-12 text-muted tabular-nums">{total}</span>
        )
      }
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

export function RequestRow({ row, home, clock }: ItemProps<CustomerRequest>) {
  return (
    <Row
      title={<RowLink to={`${home}/requests/${row.id}`}>{row.title}</RowLink>}
      meta={
        <>
          <span>{messages.votesOf({ count: row.votes })}</span>
          <Time value={row.at} {...clock} />
        </>
      }
      end={<StageBadge stage={row.stage} look="plain" />}
    />
  )
}

const commentTargetUrl = (home: string, { kind, id }: CustomerComment['on']): string =>
  kind === 'request' ? `${home}/requests/${id}` : `${home}/changelog/${id}`

export function CommentRow({ row, home, clock }: ItemProps<CustomerComment>) {
  return (
    <Row
      title={<RowLink to={commentTargetUrl(home, row.on)}>{row.body}</RowLink>}
      meta={<span className="min-w-0 truncate">{messages.on[row.on.kind]({ title: row.on.title })}</span>}
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
