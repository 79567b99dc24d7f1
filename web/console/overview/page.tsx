import './overview.css'
import { formatFullDate } from '#i18n/format.ts'
import { loaderFor } from '#server/console/handlers.ts'
import { getOverview } from '#server/overview/overview.ts'
import { workspaceCan } from '#server/workspaces/permissions.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { overviewMessages as messages } from '../messages/overview.ts'
import { ActivityCharts } from './activity-charts.tsx'
import { Alerts } from './alerts.tsx'
import { AttentionTiles } from './attention-tiles.tsx'
import { summarizeDelivery } from './delivery-summary.ts'
import { LatestEntryCard } from './latest-entry-card.tsx'
import { MostVotedCard, UnansweredCard } from './request-cards.tsx'
import { ScheduledEntriesCard } from './scheduled-entries-card.tsx'
import { SetupChecklistCard, SetupWelcome } from './setup-checklist.tsx'
import { toWeeklyTotals } from './weekly-totals.ts'

export const loader = loaderFor.member(async ({ scope, home, zone, now, deps, membership }) => {
  const isMailConfigured = deps.settings.smtpUrl !== null
  const { activity, latestDelivery, ...shown } = await getOverview(scope, zone, { isMailConfigured })
  return {
    ...shown,
    workspace: membership.name,
    home,
    today: formatFullDate(new Date(now), zone),
    weeks: toWeeklyTotals(activity),
    delivery: latestDelivery && summarizeDelivery(latestDelivery),
    can: { seeSettings: workspaceCan(scope.actor).seeSettings },
  }
})

export type OverviewData = Awaited<ReturnType<typeof loader>>

export const meta = ({ loaderData }: { loaderData?: OverviewData }) => [
  { title: `${messages.title} · ${loaderData?.workspace ?? ''}` },
]

export default function OverviewPage({ loaderData }: { loaderData: OverviewData }) {
  const { setup, today } = loaderData
  const steps = [setup.feedback, setup.roadmap, setup.changelogPublished]
  if (!steps.includes(true)) return <SetupWelcome {...loaderData} />
  // The checklist stays at the top until the workspace has used every area.
  const isSettingUp = steps.includes(false)
  return (
    <div className="overview">
      <PageHeader title={messages.title} meta={today} />
      <Alerts {...loaderData} />
      {isSettingUp && <SetupChecklistCard {...loaderData} />}
      <AttentionTiles {...loaderData} />
      <div className="overview-pair">
        <UnansweredCard {...loaderData} />
        <MostVotedCard {...loaderData} />
      </div>
      <ActivityCharts {...loaderData} />
      <div className="overview-pair">
        <div className="overview-stack">
          <LatestEntryCard {...loaderData} />
          <ScheduledEntriesCard {...loaderData} />
        </div>
        {!isSettingUp && <SetupChecklistCard {...loaderData} />}
      </div>
    </div>
  )
}
