import { Megaphone } from 'lucide-react'
import { Link, useRouteLoaderData } from 'react-router'
import { LinkButton } from '../../ui/buttons/button.tsx'
import { Time } from '../../ui/data/time.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { EmptyState } from '../../ui/notices/empty-state.tsx'
import { ProgressBar } from '../../ui/notices/progress-bar.tsx'
import { overviewMessages as messages } from '../messages/overview.ts'
import type { OverviewData } from './page.tsx'

/** Shows the latest published entry and the delivery of its emails. */
export function LatestEntryCard({ latestEntry, delivery, home }: OverviewData) {
  const { now, zone } = useRouteLoaderData('root') as { now: string; zone: string }
  if (latestEntry === null) return <NoEntryYet home={home} />
  return (
    <Card title={messages.latest.title}>
      <p className="latest-title" dir="auto">
        <Link to={`${home}/changelog/${latestEntry.id}`}>{latestEntry.title}</Link>
      </p>
      <p className="latest-note">
        {messages.latest.published} <Time value={latestEntry.publishedAt} zone={zone} now={now} />
      </p>
      {delivery ? <Delivery {...delivery} /> : <p className="latest-note">{messages.latest.notEmailed}</p>}
    </Card>
  )
}

function NoEntryYet({ home }: { home: string }) {
  return (
    <Card title={messages.latest.title} flush>
      <EmptyState
        icon={<Megaphone />}
        title={messages.latest.none}
        actions={<LinkButton to={`${home}/changelog/new`}>{messages.latest.write}</LinkButton>}
      >
        {messages.latest.noneText}
      </EmptyState>
    </Card>
  )
}

type DeliverySummary = NonNullable<OverviewData['delivery']>

function Delivery({ total, ended, sent, failed, suppressed, isFinished, isMailConfigured }: DeliverySummary) {
  const { latest } = messages
  if (!isFinished) {
    return (
      <div className="mt-3">
        <ProgressBar label={latest.sending} value={ended} max={total} text={latest.progress({ done: ended, total })} />
      </div>
    )
  }
  if (total === 0) return <p className="latest-note">{latest.noRecipients}</p>
  const parts = [
    isMailConfigured ? latest.sent({ count: sent }) : latest.outbox({ count: sent }),
    failed > 0 && latest.failed({ count: failed }),
    suppressed > 0 && latest.suppressed({ count: suppressed }),
  ]
  return <p className="latest-note">{parts.filter(Boolean).join(' · ')}</p>
}
