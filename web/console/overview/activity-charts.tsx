import { Link } from 'react-router'
import { formatDayAndMonth, formatNumber } from '#i18n/format.ts'
import { BarChart, LineChart } from '../../ui/charts/chart.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { overviewMessages as messages } from '../messages/overview.ts'
import type { OverviewData } from './page.tsx'
import { requestsOfWeek, votedInWeek, type WeeklyTotal } from './weekly-totals.ts'

/** Charts the requests and votes of the last twelve weeks, the last of which ends today. */
export function ActivityCharts({ weeks, home }: OverviewData) {
  const labels = weeks.map(({ start }) => formatDayAndMonth(start))
  const series = (name: string, count: 'requests' | 'votes', tone: 'accent' | 'info') => [
    { name, values: weeks.map((week) => week[count]), tone },
  ]
  const { activity } = messages
  return (
    <div className="overview-halves">
      <Card title={activity.requests}>
        <LastWeekTotal weeks={weeks} count="requests" to={requestsOfWeek(home, weeks.at(-1)!)} />
        <BarChart
          label={activity.requestsChart}
          labels={labels}
          isLastPartial
          links={weeks.map((week) => requestsOfWeek(home, week))}
          series={series(activity.requests.toLowerCase(), 'requests', 'accent')}
        />
      </Card>
      <Card title={activity.votes}>
        <LastWeekTotal weeks={weeks} count="votes" to={votedInWeek(home, weeks.at(-1)!)} />
        <LineChart
          label={activity.votesChart}
          labels={labels}
          isLastPartial
          links={weeks.map((week) => votedInWeek(home, week))}
          series={series(activity.votes.toLowerCase(), 'votes', 'info')}
        />
      </Card>
    </div>
  )
}

interface LastWeekTotalProps {
  weeks: WeeklyTotal[]
  count: 'requests' | 'votes'
  /** The list that the total links to. */
  to: string
}

/** Shows the total of the last week, compared with the week before. */
function LastWeekTotal({ weeks, count, to }: LastWeekTotalProps) {
  const last = weeks.at(-1)?.[count] ?? 0
  const difference = last - (weeks.at(-2)?.[count] ?? 0)
  const { activity } = messages
  return (
    <p className="last-week">
      <Link to={to}>{formatNumber(last)}</Link>
      <span>
        {activity.lastDays},{' '}
        {difference === 0
          ? activity.same
          : difference > 0
            ? activity.more({ count: difference })
            : activity.fewer({ count: -difference })}
      </span>
    </p>
  )
}
