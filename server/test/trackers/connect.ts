import { systemClock } from '../../platform/clock.ts'
import { createOutbound, type Outbound } from '../../platform/outbound/outbound.ts'
import { systemScope } from '../../platform/system-scope.ts'
import { createTrackerDeps } from '../../tracker/client/session.ts'
import { type ConnectResult, connectTracker } from '../../tracker/connection/connect.ts'
import type { ConnectionContext } from '../../tracker/connection/context.ts'
import type { DefaultsInput } from '../../tracker/connection/defaults.ts'
import { type TestApp, type TestWorkspace, testSecretKey } from '../test-app.ts'
import type { FakeTracker } from './fake-tracker.ts'
import { startGitHub } from './github/server.ts'
import { startJira } from './jira/server.ts'
import { startLinear } from './linear/server.ts'

/** Starts a fake of each tracker, by name; the contract is tested against all of them. */
export const fakeTrackers = { Linear: startLinear, GitHub: startGitHub, Jira: startJira }

let current: Outbound | null = null

/** The HTTP client for the fake trackers. Each test file closes it at its end; the next file opens it again. */
export const outbound: Outbound = {
  fetch(url, request) {
    current ??= createOutbound(['127.0.0.0/8'])
    return current.fetch(url, request)
  },
  refuse(url) {
    current ??= createOutbound(['127.0.0.0/8'])
    return current.refuse(url)
  },
  async close() {
    await current?.close()
    current = null
  },
}

/** Returns the connection context of a workspace, with the system as its actor. */
export function connectionContextFor(
  testApp: TestApp,
  workspace: TestWorkspace,
  {
    publicUrl = 'http://heed.test',
    linearClient = null as ConnectionContext['oauthClient'],
    linearApiUrl = null as string | null,
  } = {},
): ConnectionContext {
  const trackerApiUrls = { linear: linearApiUrl, github: null, jira: null }
  const deps = createTrackerDeps({
    settings: { publicUrl, linearClient, trackerApiUrls },
    secretKey: testSecretKey,
    outbound,
  })
  return {
    ...deps,
    scope: { ...systemScope(workspace.id, systemClock()), db: testApp.database.db },
    write: (work) => workspace.write(work),
  }
}

/** Connects a workspace to a fake tracker. Without other defaults, issues go to its first team. */
export const connectWorkspace = (
  context: ConnectionContext,
  tracker: FakeTracker,
  defaults: DefaultsInput = {},
): Promise<ConnectResult> => {
  const { provider, url: apiUrl, credential } = tracker
  return connectTracker(context, { provider, apiUrl, credential }, { team: tracker.team.name, ...defaults })
}
