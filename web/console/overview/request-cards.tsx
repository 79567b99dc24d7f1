import { ChevronUp, MessageSquareText } from 'lucide-react'
import type { ReactNode } from 'react'
import { useRouteLoaderData } from 'react-router'
import { LinkButton } from '../../ui/buttons/button.tsx'
import { Row, RowLink, Rows } from '../../ui/data/list-row.tsx'
import { NumberText } from '../../ui/data/number-text.tsx'
import { StageBadge } from '../../ui/data/stage-badge.tsx'
import { Time } from '../../ui/data/time.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { EmptyState } from '../../ui/notices/empty-state.tsx'
import { overviewMessages as messages } from '../messages/overview.ts'
import { unansweredUrl } from './attention-tiles.tsx'
import type { OverviewData } from './page.tsx'

type Request = OverviewData['mostVoted'][number]

/** Lists open requests without a reply, most votes first. */
export function UnansweredCard({ unanswered, home }: OverviewData) {
  return (
    <Card
      title={messages.unanswered.list}
      description={messages.unanswered.about}
      flush
      actions={
        unanswered.count > 0 && (
          <LinkButton to={unansweredUrl(home)} look="quiet" size="sm">
            {unanswered.isMore ? messages.unanswered.allOfMore : messages.unanswered.all({ count: unanswered.count })}
          </LinkButton>
        )
      }
    >
      <Requests
        label={messages.unanswered.list}
        requests={unanswered.top}
        home={home}
        none={<NoRequests title={messages.unanswered.noneTitle}>{messages.unanswered.noneText}</NoRequests>}
      />
    </Card>
  )
}

/** Lists the open requests with the most votes. */
export function MostVotedCard({ mostVoted, home }: OverviewData) {
  return (
    <Card
      title={messages.mostVoted.title}
      description={messages.mostVoted.about}
      flush
      actions={
        <LinkButton to={`${home}/requests?sort=votes`} look="quiet" size="sm">
          {messages.mostVoted.all}
        </LinkButton>
      }
    >
      <Requests
        label={messages.mostVoted.title}
        requests={mostVoted}
        home={home}
        none={<NoRequests title={messages.mostVoted.noneTitle}>{messages.mostVoted.noneText}</NoRequests>}
      />
    </Card>
  )
}

const NoRequests = ({ title, children }: { title: string; children: ReactNode }) => (
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
    <span className="visually-hidden"> {messages.votes({ count })}</span>
  </span>
)
