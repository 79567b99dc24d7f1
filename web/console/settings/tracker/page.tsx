import { deskOf } from '#server/console/tracker-connection-context.ts'
import { done } from '#server/console/flash.ts'
import { checked } from '#server/console/form.ts'
import { acts } from '#server/console/handlers.ts'
import { permit } from '#server/members/roles.ts'
import { configureTracker, TrackerSettings } from '#server/tracker/connection/settings.ts'
import { disconnectTracker, prepareHook } from '#server/tracker/connection/connect.ts'
import { trackerHealth } from '#server/tracker/connection/health.ts'
import { mappedStages } from '#server/tracker/sync/stage-mapping.ts'
import { trackerCan } from '#server/tracker/permissions.ts'
import { shownTracker } from '#server/tracker/connection/status.ts'
import { providers, stateTypes } from '#server/tracker/tracker.ts'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { settings } from '../../messages/settings/common.ts'
import { trackerWords as words } from '../../messages/settings/tracker.ts'
import { loadsSettings } from '../settings-loader.ts'
import { DisconnectCard } from './disconnect-card.tsx'
import { givenSecret } from './parse-webhook-secret.ts'
import { HookCard, type PreparedHook } from './webhook-card.tsx'
import { MappingCard } from './status-mapping-card.tsx'
import { Offers } from './provider-list.tsx'
import { StatusCard, type Tested } from './connection-card.tsx'

export { clientAction } from '../../offline-action.ts'

export const loader = loadsSettings(async ({ scope, deps, home, membership, now, zone }) => ({
  workspace: membership.name,
  here: `${home}/settings/tracker`,
  tracker: await shownTracker(scope, deps.settings.publicUrl),
  publicUrl: deps.settings.publicUrl,
  providers: [...providers],
  stateTypes: [...stateTypes],
  mappedStages: [...mappedStages],
  now,
  zone,
  can: trackerCan(scope.actor),
}))

export type TrackerPage = Awaited<ReturnType<typeof loader>>
export type Connected = TrackerPage & { tracker: NonNullable<TrackerPage['tracker']> }

export const action = acts.member({
  test: async (visit): Promise<{ tested: Tested }> => {
    permit(trackerCan(visit.scope.actor).configure)
    const health = await trackerHealth(deskOf(visit))
    return { tested: { failure: health?.failure ?? null } }
  },
  configure: async ({ form, write, scope, home }) => {
    permit(trackerCan(scope.actor).configure)
    const mapping = Object.fromEntries(stateTypes.map((type) => [type, form.orNull(`mapping.${type}`)]))
    const input = checked(TrackerSettings, { sendsContext: form.flag('sendsContext'), mapping })
    await write((tx) => configureTracker(tx, input))
    return done(`${home}/settings/tracker`, words.saved, { tone: 'success' })
  },
  hook: async (visit): Promise<{ hook: PreparedHook | null }> => {
    permit(trackerCan(visit.scope.actor).connect)
    const given = givenSecret(visit.form)
    const hook = await prepareHook(deskOf(visit), given)
    // Answered to the form that asked, without a redirect: the secret is nowhere else.
    return { hook: hook && { url: hook.url, secret: given === undefined ? hook.secret : null } }
  },
  disconnect: async (visit) => {
    permit(trackerCan(visit.scope.actor).disconnect)
    const ended = await disconnectTracker(deskOf(visit))
    const name = ended ? words.providers[ended.connection.provider] : settings.areas.tracker
    const text = ended?.isHookLeft ? words.disconnectedLeft(name) : words.disconnected(name)
    return done(`${visit.home}/settings/tracker`, text)
  },
})

export const meta = ({ loaderData }: { loaderData?: TrackerPage }) => [
  { title: settings.titleOf(settings.areas.tracker, loaderData?.workspace ?? '') },
]

interface PageProps {
  loaderData: TrackerPage
  actionData?: { tested?: Tested; hook?: PreparedHook | null }
}

export default function Tracker({ loaderData: page, actionData }: PageProps) {
  const { tracker } = page
  return (
    <div className="flex max-w-form flex-col gap-6">
      <PageHeader title={settings.areas.tracker} meta={words.about} />
      {tracker === null ? (
        <Offers {...page} />
      ) : (
        <>
          <StatusCard {...page} tracker={tracker} tested={actionData?.tested} />
          <MappingCard {...page} tracker={tracker} />
          <HookCard {...page} tracker={tracker} prepared={actionData?.hook ?? null} />
          <DisconnectCard tracker={tracker} />
        </>
      )}
    </div>
  )
}
