import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import {
  type HtmlPage,
  noticePage,
  rejectOtherMethods,
  renderErrorsAsPages,
  sendHtmlPage,
} from '../../platform/http/pages/html-page.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Log } from '../../platform/log.ts'
import { systemScope, writeAsSystem } from '../../platform/system-scope.ts'
import { providerNames, toErrorMessage } from '../client/errors.ts'
import type { TrackerDeps } from '../client/session.ts'
import { oauthCallbackMessages as messages } from '../messages.ts'
import type { ConnectionContext } from './context.ts'
import { finishOAuth } from './oauth.ts'
import { createOAuthStates, type VerifiedOAuthState } from './oauth-state.ts'

export interface OAuthCallbackDeps extends TrackerDeps {
  database: Database
  jobs: Jobs
  secretKey: string
  clock: Clock
  log: Log
}

const url = '/hooks/tracker/oauth'

/** Serves the OAuth redirect URI that the tracker sends people back to (RFC 6749, section 4.1.2). */
export function oauthCallbackPage(http: FastifyInstance, deps: OAuthCallbackDeps): void {
  const states = createOAuthStates(deps.secretKey)
  http.register(async (app) => {
    renderErrorsAsPages(app, deps.log)
    rejectOtherMethods(app, url, ['GET'])
    app.get(url, async (request, reply) => {
      const { searchParams } = new URL(request.url, 'http://heed.invalid')
      const state = states.read(searchParams.get('state') ?? '')
      const code = searchParams.get('code')
      if (state === null) return sendHtmlPage(reply, 400, expiredNotice)
      if (state.startedBy) return reply.redirect(consoleCallbackUrl(deps, state.startedBy.slug, searchParams), 303)
      if (code === null) return sendHtmlPage(reply, 400, deniedNotice)
      const { status, page } = await finishAsPage(deps, request.id, state, code)
      return sendHtmlPage(reply, status, page)
    })
  })
}

const expiredNotice = noticePage(messages.expired.title, messages.expired.text)
const deniedNotice = noticePage(messages.denied.title, messages.denied.text)

/** Redirects to the console, which checks that the same member is still signed in and still allowed to connect. */
const consoleCallbackUrl = ({ publicUrl }: OAuthCallbackDeps, slug: string, query: URLSearchParams): string =>
  `${publicUrl}/console/w/${slug}/settings/tracker/oauth?${query}`

async function finishAsPage(
  deps: OAuthCallbackDeps,
  requestId: string,
  state: VerifiedOAuthState,
  code: string,
): Promise<{ status: number; page: HtmlPage }> {
  const { provider } = state
  try {
    const connected = await finishOAuth(connectionContextFor(deps, state.workspaceId, requestId), state, code)
    if (connected === null) return { status: 400, page: expiredNotice }
    const { connection } = connected
    const [team, account] = [connection.team_name ?? '', connection.account_name]
    const title = messages.connected.title({ tracker: providerNames[provider] })
    return { status: 200, page: noticePage(title, messages.connected.text({ team, account })) }
  } catch (error) {
    // A person is redirected here by the tracker, so an expected error is a page.
    const message = toErrorMessage(error)
    if (message === null) throw error
    return { status: 400, page: noticePage(messages.failed.title, messages.failed.text({ reason: message })) }
  }
}

function connectionContextFor(deps: OAuthCallbackDeps, workspaceId: string, requestId: string): ConnectionContext {
  const origin = { agent: 'oauth callback', requestId }
  return {
    ...deps,
    scope: { ...systemScope(workspaceId, deps.clock(), origin), db: deps.database.db },
    write: (work) => writeAsSystem(deps, workspaceId, work, origin),
  }
}
