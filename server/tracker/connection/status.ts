import type { Scope } from '../../platform/scope.ts'
import { loadTracker } from '../registry.ts'
import type { StageMapping } from '../sync/stage-mapping.ts'
import type { Provider, TargetMember } from '../tracker.ts'
import { getLinkStats } from './health.ts'
import { type CurrentConnection, getCurrentConnection } from './queries.ts'
import { toCurrentSettings } from './settings.ts'
import { webhookUrl } from './webhook-registration.ts'

/** A connection as the settings show it, without its credential and webhook secret. */
export interface ConnectionStatus {
  provider: Provider
  status: CurrentConnection['status']
  /** Why the status is not `connected`: the tracker's message. */
  reason: string | null
  account: { name: string; url: string }
  apiUrl: string
  team: string | null
  project: string | null
  labels: number
  hasAssignee: boolean
  priority: number | null
  sendsContext: boolean
  mapping: StageMapping
  connectedAt: string
  checkedAt: string
  /** How long the tracker has asked Heed to wait; 0 if it has not. */
  rateLimitedSeconds: number
  links: { active: number; creating: number }
  webhook: {
    url: string
    /** Whether Heed registered it with the tracker. */
    isManaged: boolean
    /** When the tracker last called, in the last 30 days; ISO 8601. */
    lastCallAt: string | null
  }
  /** Members that issues of this tracker do not have. */
  unsupported: TargetMember[]
}

/** Loads the stored status, without asking the tracker. Null if no tracker is connected. */
export async function getConnectionStatus(scope: Scope, publicUrl: string): Promise<ConnectionStatus | null> {
  const connection = await getCurrentConnection(scope)
  if (connection === null) return null
  const [{ links, lastCallAt }, tracker] = await Promise.all([
    getLinkStats(scope, connection),
    loadTracker(connection.provider),
  ])
  return {
    provider: connection.provider,
    status: connection.status,
    reason: connection.status_reason,
    account: { name: connection.account_name, url: connection.account_url },
    apiUrl: connection.api_url,
    team: connection.team_name,
    project: connection.project_name,
    labels: connection.label_ids.length,
    hasAssignee: connection.assignee_id !== null,
    priority: connection.priority,
    ...toCurrentSettings(connection),
    connectedAt: connection.connected_at,
    checkedAt: connection.checked_at,
    rateLimitedSeconds: connection.rate_limited_seconds,
    links,
    webhook: { url: webhookUrl(publicUrl, connection), isManaged: connection.remote_webhook_id !== null, lastCallAt },
    unsupported: [...tracker.unsupported],
  }
}
