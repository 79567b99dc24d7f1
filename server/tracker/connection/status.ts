import type { Scope } from '../../platform/scope.ts'
import { loadTracker } from '../registry.ts'
import type { StageMapping } from '../sync/stage-mapping.ts'
import type { Provider, TargetMember } from '../tracker.ts'
import { webhookUrl } from './connect.ts'
import { getLinkStats } from './health.ts'
import { type CurrentConnection, getCurrentConnection } from './queries.ts'
import { toCurrentSettings } from './settings.ts'

/** A connection as the team sees it in the settings: nothing of its credential, nor of the secret of its webhook. */
export interface ConnectionStatus {
  provider: Provider
  status: CurrentConnection['status']
  /** Why it is not `connected`, in the tracker's words. */
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
  /** For how long the tracker wants to be left alone. */
  rateLimitedSeconds: number
  links: { active: number; creating: number }
  webhook: {
    url: string
    /** Whether the tracker was asked to call by Heed itself. */
    isMade: boolean
    /** In the last 30 days; ISO 8601. */
    lastCallAt: string | null
  }
  /** What an issue of this tracker does not have. */
  unsupported: TargetMember[]
}

/** How the workspace is connected, as far as is known without asking the tracker. Null when it is not. */
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
    webhook: { url: webhookUrl(publicUrl, connection), isMade: connection.remote_webhook_id !== null, lastCallAt },
    unsupported: [...tracker.unsupported],
  }
}
