import { createOutbound } from '../../platform/outbound/outbound.ts'
import type { Wishes } from '../../tracker/connection/defaults.ts'
import { type Connected, connectTracker, type Desk } from '../../tracker/connection/connect.ts'
import { trackerDeps } from '../../tracker/client/session.ts'
import { type TestWorkspace, testSecretKey, type World } from '../test-app.ts'
import { startGitHub } from './github/server.ts'
import { startJira } from './jira/server.ts'
import { startLinear } from './linear/server.ts'
import type { TrackerStage } from './fake-tracker.ts'

/** Every tracker that the contract is held to. */
export const stages = { Linear: startLinear, GitHub: startGitHub, Jira: startJira }

export const outbound = createOutbound(['127.0.0.0/8'])

/** Where the team of a workspace connects its tracker. */
export function deskOf(
  world: World,
  workspace: TestWorkspace,
  {
    publicUrl = 'http://heed.test',
    linearClient = null as Desk['oauthClient'],
    linearApiUrl = null as string | null,
  } = {},
): Desk {
  const trackerApiUrls = { linear: linearApiUrl, github: null, jira: null }
  const deps = trackerDeps({
    settings: { publicUrl, linearClient, trackerApiUrls },
    secretKey: testSecretKey,
    outbound,
  })
  const actor = { type: 'system', id: null } as const
  const scope = { workspaceId: workspace.id, actor, agent: null, requestId: null, now: new Date().toISOString() }
  return {
    ...deps,
    scope: { ...scope, db: world.database.db },
    write: (work) => workspace.write(work),
  }
}

/** Connects a workspace with a tracker that runs here. Default: its first team, nothing else. */
export const connectTo = (desk: Desk, stage: TrackerStage, wishes: Wishes = {}): Promise<Connected> => {
  const { provider, url: apiUrl, credential } = stage
  return connectTracker(desk, { provider, apiUrl, credential }, { team: stage.team.name, ...wishes })
}
