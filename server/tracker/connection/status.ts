import type { Scope } from '../../platform/scope.ts'
import { settingsOf } from './settings.ts'
import { hookUrlOf } from './connect.ts'
import { type OpenConnection, openConnection } from './queries.ts'
import { figuresOf } from './health.ts'
import type { StageMapping } from '../sync/stage-mapping.ts'
import { trackerOf } from '../registry.ts'
import type { Provider, TargetMember } from '../tracker.ts'

/** A connection as the team sees it in the settings: nothing of its credential, nor of the secret of its webhook. */
export interface ShownTracker {
  provider: Provider
  status: OpenConnection['status']
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
  pausedSeconds: number
  links: { active: number; creating: number }
  hook: {
    url: string
    /** Whether the tracker was asked to call by Heed itself. */
    isMade: boolean
    /** In the last 30 days; ISO 8601. */
    lastCallAt: string | null
  }
  /** What an issue of this tracker does not have. */
  lacks: TargetMember[]
}

/** How the workspace is connected, as far as is known without asking the tracker. Null when it is not. */
export async function shownTracker(scope: Scope, publicUrl: string): Promise<ShownTracker | null> {
  const connection = await openConnection(scope)
  if (connection === null) return null
  const [{ links, lastCallAt }, tracker] = await Promise.all([
    figuresOf(scope, connection),
    trackerOf(connection.provider),
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
    ...settingsOf(connection),
    connectedAt: connection.connected_at,
    checkedAt: connection.checked_at,
    pausedSeconds: connection.paused_seconds,
    links,
    hook: { url: hookUrlOf(publicUrl, connection), isMade: connection.hook_id !== null, lastCallAt },
    lacks: [...tracker.lacks],
  }
}
