import './overview.css'
import { loads } from '#server/console/page.ts'
import { isAdministrator } from '#server/members/roles.ts'
import { overviewOf } from '#server/overview/overview.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { overview as words } from '../words/overview.ts'
import { Activity } from './activity.tsx'
import { Alerts } from './alerts.tsx'
import { Attention } from './attention.tsx'
import { deliveryOf } from './delivery-of.ts'
import { Latest } from './latest.tsx'
import { Scheduled } from './scheduled.tsx'
import { Remaining, Welcome } from './set-up.tsx'
import { Unanswered, Wanted } from './wanted.tsx'
import { weeksOf } from './weeks.ts'

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
