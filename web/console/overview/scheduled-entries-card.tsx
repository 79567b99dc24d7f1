import { CalendarClock } from 'lucide-react'
import { useRouteLoaderData } from 'react-router'
import { Row, RowLink, Rows } from '../../ui/data/list-row.tsx'
import { DateText } from '../../ui/data/time.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { overviewMessages as messages } from '../messages/overview.ts'
import type { OverviewData } from './page.tsx'

/** Lists the entries scheduled next, in the reader’s time zone. */
export function ScheduledEntriesCard({ scheduled, home }: OverviewData) {
  const { zone } = useRouteLoaderData('root') as { zone: string }
  if (scheduled.length === 0) return null
  return (
    <Card title={messages.scheduled.list} flush>
      <Rows label={messages.scheduled.list}>
        {scheduled.map((entry) => (
          <Row
            key={entry.id}
            start={<CalendarClock size={16} className="text-muted" aria-hidden />}
            title={
              <RowLink to={`${home}/changelog/${entry.id}`} dir="auto">
                {entry.title}
              </RowLink>
            }
            meta={<DateText value={entry.at} zone={zone} clock />}
          />
        ))}
      </Rows>
    </Card>
  )
}
