import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import {
  type HtmlPage,
  noticePage,
  rejectOtherMethods,
  renderErrorsAsPages,
  sendHtmlPage,
} from '../../platform/http/pages/html-page.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Log } from '../../platform/log.ts'
import type { Settings } from '../../platform/settings.ts'
import { providerNames } from '../client/errors.ts'
import { toErrorMessage } from '../client/form-errors.ts'
import type { TrackerDeps } from '../client/session.ts'
import type { ConnectionContext } from './connect.ts'
import { finishOAuth, type VerifiedOAuthState } from './finish-oauth.ts'
import { createOAuthStates } from './oauth-state.ts'

export interface OAuthCallbackDeps extends TrackerDeps {
  database: Database
  jobs: Jobs
  secretKey: string
  apiUrls: Settings['trackerApiUrls']
  clock: Clock
  log: Log
}

const url = '/hooks/tracker/consent'

/** Where a tracker sends people back to who have agreed that Heed may work in it (RFC 6749, section 4.1.2). */
export function oauthCallbackPage(http: FastifyInstance, deps: OAuthCallbackDeps): void {
  const consents = createOAuthStates(deps.secretKey)
  http.register(async (app) => {
    renderErrorsAsPages(app, deps.log)
    rejectOtherMethods(app, url, ['GET'])
    app.get(url, async (request, reply) => {
      const { searchParams } = new URL(request.url, 'http://heed.invalid')
      const consent = consents.read(searchParams.get('state') ?? '')
      const code = searchParams.get('code')
      if (consent === null) return sendHtmlPage(reply, 400, expiredNotice)
      if (consent.startedBy) return reply.redirect(consoleCallbackUrl(deps, consent.startedBy.slug, searchParams), 303)
      if (code === null) return sendHtmlPage(reply, 400, deniedNotice)
      const page = await finishAsPage(deps, request.id, consent, code)
      return sendHtmlPage(reply, page.status, page.page)
    })
  })
}

const retryHint = 'Begin again with: heed tracker connect'
const expiredNotice = noticePage(
  'This link is no longer good',
  `It was used, or lay for longer than 15 minutes. ${retryHint}`,
)
const deniedNotice = noticePage('Nothing was connected', `The tracker says that nobody agreed to it. ${retryHint}`)

/** Who has begun in the console ends there: it knows whether it is still them, and what they may do. */
const consoleCallbackUrl = ({ publicUrl }: OAuthCallbackDeps, slug: string, query: URLSearchParams): string =>
  `${publicUrl}/console/w/${slug}/settings/tracker/consent?${query}`

async function finishAsPage(
  deps: OAuthCallbackDeps,
  requestId: string,
  consent: VerifiedOAuthState,
  code: string,
): Promise<{ status: number; page: HtmlPage }> {
  const { provider } = consent
  try {
    const connected = await finishOAuth(connectionContextFor(deps, consent.workspaceId, requestId), consent, code)
    if (connected === null) return { status: 400, page: expiredNotice }
    const { connection } = connected
    const sentence = `Requests of this workspace can now be sent to ${connection.team_name} of ${connection.account_name}. You can close this page.`
    return { status: 200, page: noticePage(`${providerNames[provider]} is connected`, sentence) }
  } catch (error) {
    const words = toErrorMessage(error)
    if (words === null) throw error
    return { status: 400, page: noticePage('Nothing was connected', `${words}. ${retryHint}`) }
  }
}

function connectionContextFor(deps: OAuthCallbackDeps, workspaceId: string, requestId: string): ConnectionContext {
  const { database, jobs, clock } = deps
  const scope = {
    workspaceId,
    actor: { type: 'system', id: null } as const,
    agent: 'consent',
    requestId,
    now: clock(),
  }
  return {
    ...deps,
    scope: { ...scope, db: database.db },
    write: (work) => inTransaction(database.pool, (tx) => work({ ...scope, ...tx, enqueue: jobs.enqueueIn(tx.db) })),
  }
}
