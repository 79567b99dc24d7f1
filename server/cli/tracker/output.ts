import { providerNames } from '../../tracker/client/errors.ts'
import type { ConnectResult, DisconnectResult } from '../../tracker/connection/connect.ts'
import type { ConnectionHealth } from '../../tracker/connection/health.ts'
import type { Connection } from '../../tracker/connection/queries.ts'
import { type TrackerSettings, toCurrentSettings } from '../../tracker/connection/settings.ts'
import { canReceiveWebhooks, webhookUrl } from '../../tracker/connection/webhook-registration.ts'
import type { StageMapping } from '../../tracker/sync/stage-mapping.ts'
import { stateTypes } from '../../tracker/tracker.ts'

/** Returns what `--json` prints about a connection: everything but its credential. */
export const connectionResult = (connection: Connection, hasWebhook: boolean) => ({
  provider: connection.provider,
  status: connection.status,
  reason: connection.status_reason,
  checkedAt: connection.checked_at,
  apiUrl: connection.api_url,
  account: { id: connection.account_id, name: connection.account_name, url: connection.account_url },
  team: idAndName(connection.team_id, connection.team_name),
  project: idAndName(connection.project_id, connection.project_name),
  labelIds: connection.label_ids,
  assigneeId: connection.assignee_id,
  priority: connection.priority,
  ...toCurrentSettings(connection),
  webhook: hasWebhook,
  connectedBy: { type: connection.connected_by_type, id: connection.connected_by_id },
  connectedAt: connection.connected_at,
})

const idAndName = (id: string | null, name: string | null) => (id === null ? null : { id, name })

const connectionPath = ({ account_name, team_name, project_name }: Connection): string =>
  [account_name, team_name, project_name].filter((name) => name !== null).join(' › ')

const pollIntervalText = 'Issues are polled every 15 minutes'

function webhookText(publicUrl: string, connection: Connection, hasWebhook: boolean): string {
  if (hasWebhook) return `${providerNames[connection.provider]} calls Heed when an issue changes.`
  if (canReceiveWebhooks(publicUrl)) {
    return `${pollIntervalText}. For immediate updates, create a webhook for ${webhookUrl(publicUrl, connection)}: heed tracker webhook`
  }
  return `${pollIntervalText}: PUBLIC_URL is ${publicUrl}, and trackers only call https addresses.`
}

export const connectedText = (publicUrl: string, { connection, hasWebhook }: ConnectResult): string =>
  [
    `Connected to ${providerNames[connection.provider]}: ${connectionPath(connection)}.`,
    webhookText(publicUrl, connection, hasWebhook),
  ].join('\n')

export function healthText(publicUrl: string, { connection, links, lastCallAt, failure }: ConnectionHealth): string {
  const { provider, status, connected_at } = connection
  const active = links.active === 1 ? '1 active link' : `${links.active} active links`
  return [
    `${providerNames[provider]}: ${connectionPath(connection)}: ${status}`,
    ...(failure === null ? [] : [`It isn't working: ${failure}.`]),
    `Connected ${connected_at}. ${active}${links.creating > 0 ? `, ${links.creating} not confirmed yet` : ''}.`,
    ...(lastCallAt === null
      ? [webhookText(publicUrl, connection, connection.remote_webhook_id !== null)]
      : [`It last called Heed at ${lastCallAt}.`]),
    ...(status === 'connected' ? [] : ['→ Connect it again: heed tracker connect']),
  ].join('\n')
}

export const disconnectedText = (workspace: string, { connection, mayLeaveWebhook }: DisconnectResult): string => {
  const name = providerNames[connection.provider]
  const notice = `Its webhook could not be deleted: delete it in ${name}. Heed ignores its calls.`
  return [`${name} is disconnected from ${workspace}.`, ...(mayLeaveWebhook ? [notice] : [])].join('\n')
}

/** @param secret null if the tracker generated it. */
export const manualWebhookText = ({ url, secret }: { url: string; secret: string | null }): string =>
  [
    `Address: ${url}`,
    ...(secret === null
      ? ['', 'The secret has been saved.']
      : [`Secret:  ${secret}`, '', 'The secret will not be shown again.']),
    'Calls signed with an earlier secret are now rejected.',
  ].join('\n')

export const configuredText = ({
  sendsContext,
  mapping,
}: Required<TrackerSettings> & { mapping: StageMapping }): string =>
  [
    ...stateTypes.map((type) => `${type.padEnd(10)} → ${mapping[type] ?? 'no change'}`),
    `Private context is ${sendsContext ? '' : 'not '}included in issues.`,
  ].join('\n')
