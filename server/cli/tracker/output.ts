import { providerNames } from '../../tracker/client/errors.ts'
import type { ConnectResult, DisconnectResult } from '../../tracker/connection/connect.ts'
import type { ConnectionContext } from '../../tracker/connection/context.ts'
import type { ConnectionHealth } from '../../tracker/connection/health.ts'
import type { Connection } from '../../tracker/connection/queries.ts'
import { type TrackerSettings, toCurrentSettings } from '../../tracker/connection/settings.ts'
import { canReceiveWebhooks, webhookUrl } from '../../tracker/connection/webhook-registration.ts'
import type { StageMapping } from '../../tracker/sync/stage-mapping.ts'
import { stateTypes } from '../../tracker/tracker.ts'

/** What `--json` prints of a connection: everything but its credential. */
export const connectionResult = (connection: Connection, isHooked: boolean) => ({
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
  webhook: isHooked,
  connectedBy: { type: connection.connected_by_type, id: connection.connected_by_id },
  connectedAt: connection.connected_at,
})

const idAndName = (id: string | null, name: string | null) => (id === null ? null : { id, name })

const connectionPath = ({ account_name, team_name, project_name }: Connection): string =>
  [account_name, team_name, project_name].filter((each) => each !== null).join(' › ')

const pollIntervalText = 'Issues are looked at every 15 minutes'

function webhookText({ publicUrl }: ConnectionContext, connection: Connection, isHooked: boolean): string {
  if (isHooked) return `${providerNames[connection.provider]} calls Heed when an issue changes.`
  if (canReceiveWebhooks(publicUrl)) {
    return `${pollIntervalText}. To hear at once, make a webhook for ${webhookUrl(publicUrl, connection)}: heed tracker webhook`
  }
  return `${pollIntervalText}: PUBLIC_URL is ${publicUrl}, and trackers call nothing but https.`
}

export const connectedText = (
  context: ConnectionContext,
  { connection, hasWebhook: isHooked }: ConnectResult,
): string =>
  [
    `Connected to ${providerNames[connection.provider]}: ${connectionPath(connection)}.`,
    webhookText(context, connection, isHooked),
  ].join('\n')

export function healthText(
  context: ConnectionContext,
  { connection, links, lastCallAt, failure }: ConnectionHealth,
): string {
  const { provider, status, connected_at } = connection
  const active = links.active === 1 ? '1 active link' : `${links.active} active links`
  return [
    `${providerNames[provider]}: ${connectionPath(connection)}: ${status}`,
    ...(failure === null ? [] : [`It cannot be used now: ${failure}.`]),
    `Connected ${connected_at}. ${active}${links.creating > 0 ? `, ${links.creating} without an answer yet` : ''}.`,
    ...(lastCallAt === null
      ? [webhookText(context, connection, connection.remote_webhook_id !== null)]
      : [`It last called Heed at ${lastCallAt}.`]),
    ...(status === 'connected' ? [] : ['→ Connect it again: heed tracker connect']),
  ].join('\n')
}

export const disconnectedText = (
  workspace: string,
  { connection, mayLeaveWebhook: isHookLeft }: DisconnectResult,
): string => {
  const name = providerNames[connection.provider]
  const left = `Its webhook could not be taken away: delete it in ${name}. Nobody heeds what it calls.`
  return [`${name} is disconnected from ${workspace}.`, ...(isHookLeft ? [left] : [])].join('\n')
}

/** @param secret null for one that somebody else has made. */
export const manualWebhookText = ({ url, secret }: { url: string; secret: string | null }): string =>
  [
    `Address: ${url}`,
    ...(secret === null ? ['', 'The secret is kept.'] : [`Secret:  ${secret}`, '', 'The secret is not shown again.']),
    'Calls that are signed with an earlier one are no longer heeded.',
  ].join('\n')

export const configuredText = ({
  sendsContext,
  mapping,
}: Required<TrackerSettings> & { mapping: StageMapping }): string =>
  [
    ...stateTypes.map((type) => `${type.padEnd(10)} → ${mapping[type] ?? 'no change'}`),
    `Private context ${sendsContext ? 'goes' : 'does not go'} into issues.`,
  ].join('\n')
