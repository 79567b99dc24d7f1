import './overview.css'
import { formatFullDate } from '#i18n/format.ts'
import { redirectWithFlash } from '#server/console/flash.ts'
import { validateForm } from '#server/console/form.ts'
import { actionFor, loaderFor, type MemberActionContext } from '#server/console/handlers.ts'
import { getOverview } from '#server/overview/overview.ts'
import { Type } from '#server/platform/schemas.ts'
import { workspaceCan } from '#server/workspaces/permissions.ts'
import { SkippableSetupStep, setSetupStepsSkipped } from '#server/workspaces/setup-checklist.ts'
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

export const loader = loaderFor.memberFromReplica(async ({ scope, home, zone, now, deps, membership }) => {
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

const SkippedSteps = Type.Array(SkippableSetupStep, { minItems: 1 })
const skippedStepsOf = ({ form }: MemberActionContext) => validateForm(SkippedSteps, form.text('steps').split(','))

export const action = actionFor.member({
  skip: async (context) => {
    const { write, home } = context
    const steps = skippedStepsOf(context)
    await write((tx) => setSetupStepsSkipped(tx, steps, true))
    // The query addresses the action of an index page.
    const undo = { action: `${home}?index`, intent: 'restore', fields: { steps: steps.join() } }
    return redirectWithFlash(home, messages.setUp.skipped({ count: steps.length }), { undo })
  },
  restore: async (context) => {
    const { write, home } = context
    await write((tx) => setSetupStepsSkipped(tx, skippedStepsOf(context), false))
    return redirectWithFlash(home, messages.setUp.restored)
  },
})

export type OverviewData = Awaited<ReturnType<typeof loader>>

export const meta = ({ loaderData }: { loaderData?: OverviewData }) => [
  { title: `${messages.title} · ${loaderData?.workspace ?? ''}` },
]

export default function OverviewPage({ loaderData }: { loaderData: OverviewData }) {
  const { setup, today } = loaderData
  const areas = [setup.feedback, setup.roadmap, setup.changelogPublished]
  if (!areas.includes('done')) return <SetupWelcome {...loaderData} />
  return (
    <div className="overview">
      <PageHeader title={messages.title} meta={today} />
      <Alerts {...loaderData} />
      <SetupChecklistCard {...loaderData} />
      <AttentionTiles {...loaderData} />
      <div className="overview-pair">
        <UnansweredCard {...loaderData} />
        <MostVotedCard {...loaderData} />
      </div>
      <ActivityCharts {...loaderData} />
      <div className="overview-pair">
        <LatestEntryCard {...loaderData} />
        <ScheduledEntriesCard {...loaderData} />
      </div>
    </div>
  )
}
