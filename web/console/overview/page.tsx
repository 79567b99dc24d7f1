import './overview.css'
import { loads } from '#server/console/handlers.ts'
import { isAdministrator } from '#server/members/roles.ts'
import { overviewOf } from '#server/overview/overview.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { overview as words } from '../messages/overview.ts'
import { Activity } from './activity-charts.tsx'
import { Alerts } from './alerts.tsx'
import { Attention } from './attention-tiles.tsx'
import { deliveryOf } from './delivery-summary.ts'
import { Latest } from './latest-entry-card.tsx'
import { Scheduled } from './scheduled-entries-card.tsx'
import { Remaining, Welcome } from './setup-checklist.tsx'
import { Unanswered, Wanted } from './request-cards.tsx'
import { weeksOf } from './weekly-totals.ts'

export const loader = loads.member(async ({ scope, home, zone, now, deps, membership }) => {
  const isMailConfigured = deps.settings.smtpUrl !== null
  const { activity, latestDelivery, ...shown } = await overviewOf(scope, zone, { isMailConfigured })
  return {
    ...shown,
    workspace: membership.name,
    home,
    today: new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: zone }).format(new Date(now)),
    weeks: weeksOf(activity),
    delivery: latestDelivery && deliveryOf(latestDelivery),
    can: { seeSettings: isAdministrator(scope.actor) },
  }
})

export type OverviewData = Awaited<ReturnType<typeof loader>>

export const meta = ({ loaderData }: { loaderData?: OverviewData }) => [
  { title: `${words.title} · ${loaderData?.workspace ?? ''}` },
]

export default function OverviewPage({ loaderData }: { loaderData: OverviewData }) {
  const { setup, today } = loaderData
  const isNew = !setup.feedback && !setup.roadmap && !setup.changelogPublished
  if (isNew) return <Welcome {...loaderData} />
  return (
    <div className="overview">
      <PageHeader title={words.title} meta={today} />
      <Alerts {...loaderData} />
      <Attention {...loaderData} />
      <div className="overview-pair">
        <Unanswered {...loaderData} />
        <Wanted {...loaderData} />
      </div>
      <Activity {...loaderData} />
      <div className="overview-pair">
        <div className="overview-stack">
          <Latest {...loaderData} />
          <Scheduled {...loaderData} />
        </div>
        <Remaining {...loaderData} />
      </div>
    </div>
  )
}
