import { formatNumber } from '#i18n/format.ts'
import { BarChart, LineChart } from '../../ui/charts/chart.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { overviewMessages as messages } from '../messages/overview.ts'
import type { OverviewData } from './page.tsx'
import type { WeeklyTotal } from './weekly-totals.ts'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** How lively it has been: twelve weeks, of which the last ends today. */
export function ActivityCharts({ weeks }: OverviewData) {
  const labels = weeks.map(({ start }) => `${Number(start.slice(8))} ${months[Number(start.slice(5, 7)) - 1]}`)
  const series = (name: string, what: 'requests' | 'votes', tone: 'accent' | 'info') => [
    { name, values: weeks.map((week) => week[what]), tone },
  ]
  const { activity } = messages
  return (
    <div className="overview-halves">
      <Card title={activity.requests}>
        <LastWeekTotal weeks={weeks} what="requests" />
        <BarChart
          label={activity.requestsPlot}
          labels={labels}
          series={series(activity.requests.toLowerCase(), 'requests', 'accent')}
        />
      </Card>
      <Card title={activity.votes}>
        <LastWeekTotal weeks={weeks} what="votes" />
        <LineChart
          label={activity.votesPlot}
          labels={labels}
          series={series(activity.votes.toLowerCase(), 'votes', 'info')}
        />
      </Card>
    </div>
  )
}

/** The last week in a number, and how it compares. */
function LastWeekTotal({ weeks, what }: { weeks: WeeklyTotal[]; what: 'requests' | 'votes' }) {
  const last = weeks.at(-1)?.[what] ?? 0
  const difference = last - (weeks.at(-2)?.[what] ?? 0)
  const { activity } = messages
  return (
    <p className="lately">
      <strong>{formatNumber(last)}</strong>
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
