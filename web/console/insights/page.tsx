import './insights.css'
import { Link } from 'react-router'
import { formatCalendarDate, formatDayAndMonth, formatNumber } from '#i18n/format.ts'
import { loaderFor } from '#server/console/handlers.ts'
import { customersCan } from '#server/customers/permissions.ts'
import { getInsights } from '#server/insights/insights.ts'
import { BarChart, LineChart } from '../../ui/charts/chart.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { SegmentLinks } from '../../ui/layout/tabs.tsx'
import { insightMessages as messages } from '../messages/insights.ts'
import { requestsOfWeek, toWeeklyTotals, votedInWeek } from '../overview/weekly-totals.ts'
import { BoardsCard } from './boards-card.tsx'
import { CustomersCard } from './customers-card.tsx'
import { ExportButton } from './export-button.tsx'
import { formatRange, insightRanges, parseRange } from './range.ts'
import { RepliesCard } from './replies-card.tsx'

export const loader = loaderFor.memberFromReplica(async ({ scope, home, zone, url, membership }) => {
  const range = parseRange(url.searchParams)
  const { activity, ...insights } = await getInsights(scope, zone, range)
  return {
    ...insights,
    weeks: toWeeklyTotals(activity),
    range,
    workspace: membership.name,
    home,
    canExportCustomers: customersCan(scope.actor).export,
  }
})

export type InsightData = Awaited<ReturnType<typeof loader>>

export const meta = ({ loaderData }: { loaderData?: InsightData }) =>
  loaderData ? [{ title: messages.titleOf({ workspace: loaderData.workspace }) }] : []

export default function InsightsPage({ loaderData }: { loaderData: InsightData }) {
  const { home, range, weeks } = loaderData
  return (
    <div className="insights">
      <PageHeader
        title={messages.title}
        meta={messages.about({ from: formatCalendarDate(weeks[0]!.start) })}
        actions={
          <SegmentLinks
            label={messages.range}
            tabs={insightRanges.map((count) => ({
              to: `${home}/insights${formatRange(count)}`,
              text: messages.weeks({ count }),
              current: count === range,
            }))}
          />
        }
      />
      <div className="insights-pair">
        <ActivityCard {...loaderData} count="requests" />
        <ActivityCard {...loaderData} count="votes" />
      </div>
      <RepliesCard {...loaderData} />
      <div className="insights-pair">
        <BoardsCard {...loaderData} />
        <CustomersCard {...loaderData} />
      </div>
    </div>
  )
}

/** Shows a total and its chart by week. Weeks are counted back from today, so only the last day is incomplete. */
function ActivityCard({ weeks, range, home, count }: InsightData & { count: 'requests' | 'votes' }) {
  const values = weeks.map((week) => week[count])
  const name = messages[count]
  const listOf = count === 'requests' ? requestsOfWeek : votedInWeek
  const wholeRange = { start: weeks[0]!.start, end: weeks.at(-1)!.end }
  const Chart = count === 'requests' ? BarChart : LineChart
  return (
    <Card title={name} actions={<ExportButton home={home} range={range} report="activity" title={name} />}>
      <p className="insight-figure">
        <Link to={listOf(home, wholeRange)}>{formatNumber(values.reduce((sum, value) => sum + value, 0))}</Link>
      </p>
      <Chart
        label={messages.perWeek({ series: name, count: range })}
        labels={weeks.map(({ start }) => formatDayAndMonth(start))}
        isLastPartial
        links={weeks.map((week) => listOf(home, week))}
        series={[{ name: name.toLowerCase(), values, tone: count === 'requests' ? 'accent' : 'info' }]}
      />
    </Card>
  )
}
