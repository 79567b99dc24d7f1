import { redirectWithFlash } from '#server/console/flash.ts'
import { validateForm } from '#server/console/form.ts'
import { actionFor } from '#server/console/handlers.ts'
import { connectionContextFor } from '#server/console/tracker-connection-context.ts'
import { disconnectTracker } from '#server/tracker/connection/connect.ts'
import { checkHealth } from '#server/tracker/connection/health.ts'
import { configureTracker, TrackerSettings } from '#server/tracker/connection/settings.ts'
import { getConnectionStatus } from '#server/tracker/connection/status.ts'
import { canReceiveWebhooks, setUpManualWebhook } from '#server/tracker/connection/webhook-registration.ts'
import { trackerCan } from '#server/tracker/permissions.ts'
import { mappedStages } from '#server/tracker/sync/stage-mapping.ts'
import { providers, stateTypes } from '#server/tracker/tracker.ts'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { settingsMessages } from '../../messages/settings/common.ts'
import { trackerMessages as messages } from '../../messages/settings/tracker.ts'
import { settingsLoader } from '../settings-loader.ts'
import { ConnectionCard, type ConnectionTest } from './connection-card.tsx'
import { DisconnectCard } from './disconnect-card.tsx'
import { parseWebhookSecret } from './parse-webhook-secret.ts'
import { ProviderList } from './provider-list.tsx'
import { StatusMappingCard } from './status-mapping-card.tsx'
import { type PreparedWebhook, WebhookCard } from './webhook-card.tsx'

export { clientAction } from '../../offline-action.ts'

export const loader = settingsLoader(async ({ scope, deps, home, membership, now, zone }) => ({
  workspace: membership.name,
  settingsPath: `${home}/settings/tracker`,
  tracker: await getConnectionStatus(scope, deps.settings.publicUrl),
  publicUrl: deps.settings.publicUrl,
  canReceiveWebhooks: canReceiveWebhooks(deps.settings.publicUrl),
  providers: [...providers],
  stateTypes: [...stateTypes],
  mappedStages: [...mappedStages],
  now,
  zone,
  can: trackerCan(scope.actor),
}))

export type TrackerPage = Awaited<ReturnType<typeof loader>>
export type ConnectedTrackerPage = TrackerPage & { tracker: NonNullable<TrackerPage['tracker']> }

export const action = actionFor.member({
  test: async (context): Promise<{ tested: ConnectionTest }> => {
    const health = await checkHealth(connectionContextFor(context))
    return { tested: { failure: health?.failure ?? null } }
  },
  configure: async ({ form, write, home }) => {
    const mapping = Object.fromEntries(stateTypes.map((type) => [type, form.textOrNull(`mapping.${type}`)]))
    const input = validateForm(TrackerSettings, { sendsContext: form.flag('sendsContext'), mapping })
    await write((tx) => configureTracker(tx, input))
    return redirectWithFlash(`${home}/settings/tracker`, messages.saved, { tone: 'success' })
  },
  webhook: async (context): Promise<{ webhook: PreparedWebhook | null }> => {
    const trackerSecret = parseWebhookSecret(context.form)
    const webhook = await setUpManualWebhook(connectionContextFor(context), trackerSecret)
    // Rendered in the response to the form, without a redirect: the secret is shown only once.
    return { webhook: webhook && { url: webhook.url, secret: trackerSecret === undefined ? webhook.secret : null } }
  },
  disconnect: async (context) => {
    const ended = await disconnectTracker(connectionContextFor(context))
    const tracker = ended ? messages.providers[ended.connection.provider] : settingsMessages.areas.tracker
    const text = ended?.mayLeaveWebhook
      ? messages.disconnectedLeavingWebhook({ tracker })
      : messages.disconnected({ tracker })
    return redirectWithFlash(`${context.home}/settings/tracker`, text)
  },
})

export const meta = ({ loaderData }: { loaderData?: TrackerPage }) => [
  {
    title: settingsMessages.pageTitle({ page: settingsMessages.areas.tracker, workspace: loaderData?.workspace ?? '' }),
  },
]

interface PageProps {
  loaderData: TrackerPage
  actionData?: { tested?: ConnectionTest; webhook?: PreparedWebhook | null }
}

export default function Tracker({ loaderData: page, actionData }: PageProps) {
  const { tracker } = page
  return (
    <div className="flex max-w-form flex-col gap-6">
      <PageHeader title={settingsMessages.areas.tracker} meta={messages.about} />
      {tracker === null ? (
        <ProviderList {...page} />
      ) : (
        <>
          <ConnectionCard {...page} tracker={tracker} tested={actionData?.tested} />
          <StatusMappingCard {...page} tracker={tracker} />
          <WebhookCard {...page} tracker={tracker} prepared={actionData?.webhook ?? null} />
          <DisconnectCard tracker={tracker} />
        </>
      )}
    </div>
  )
}
