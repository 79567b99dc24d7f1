import { ChevronUp, MessageSquareText } from 'lucide-react'
import type { ReactNode } from 'react'
import { useRouteLoaderData } from 'react-router'
import { LinkButton } from '../../ui/buttons/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { EmptyState } from '../../ui/notices/empty-state.tsx'
import { Row, RowLink, Rows } from '../../ui/data/list-row.tsx'
import { NumberText } from '../../ui/data/number-text.tsx'
import { StageBadge } from '../../ui/data/stage-badge.tsx'
import { Time } from '../../ui/data/time.tsx'
import { overview as words } from '../messages/overview.ts'
import type { OverviewData } from './page.tsx'

type Request = OverviewData['mostWanted'][number]

/** Who waits for a reply, with the most votes first. */
export function Unanswered({ unanswered, home }: OverviewData) {
  return (
    <div id="unanswered" className="overview-cell scroll-mt-6">
      <Card title={words.unanswered.list} description={words.unanswered.about} flush>
        <Requests
          label={words.unanswered.list}
          requests={unanswered.top}
          home={home}
          none={<Nothing title={words.unanswered.noneTitle}>{words.unanswered.noneText}</Nothing>}
        />
      </Card>
    </div>
  )
}

/** What most customers wait for. */
export function Wanted({ mostWanted, home }: OverviewData) {
  return (
    <Card
      title={words.wanted.title}
      description={words.wanted.about}
      flush
      actions={
        <LinkButton to={`${home}/requests?sort=votes`} look="quiet" size="sm">
          {words.wanted.all}
        </LinkButton>
      }
    >
      <Requests
        label={words.wanted.title}
        requests={mostWanted}
        home={home}
        none={<Nothing title={words.wanted.noneTitle}>{words.wanted.noneText}</Nothing>}
      />
    </Card>
  )
}

const Nothing = ({ title, children }: { title: string; children: ReactNode }) => (
  <EmptyState icon={<MessageSquareText />} title={title}>
    {children}
  </EmptyState>
)

interface RequestsProps {
  label: string
  requests: Request[]
  home: string
  none: ReactNode
}

function Requests({ label, requests, home, none }: RequestsProps) {
  const { now, zone } = useRouteLoaderData('root') as { now: string; zone: string }
  if (requests.length === 0) return none
  return (
    <Rows label={label}>
      {requests.map(({ id, title, stage, votes, createdAt }) => (
        <Row
          key={id}
          start={<Votes count={votes} />}
          title={
            <RowLink to={`${home}/requests/${id}`} dir="auto">
              {title}
            </RowLink>
          }
          meta={
            <>
              <StageBadge stage={stage} look="plain" />
              <Time value={createdAt} zone={zone} now={now} />
            </>
          }
        />
      ))}
    </Rows>
  )
}

const Votes = ({ count }: { count: number }) => (
  <span className="overview-votes">
    <ChevronUp size={14} aria-hidden />
    <NumberText value={count} compact />
    <span className="visually-hidden"> {words.votes(count)}</span>
  </span>
)
