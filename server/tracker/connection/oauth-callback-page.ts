import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { notice, type Page, refuseOtherMethods, renderErrorsAsPages, sendPage } from '../../platform/http/pages/html-page.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Log } from '../../platform/log.ts'
import type { Settings } from '../../platform/settings.ts'
import type { Desk } from './connect.ts'
import { createConsents } from './oauth-state.ts'
import type { TrackerDeps } from '../client/session.ts'
import { type Agreed, finishConsent } from './finish-oauth.ts'
import { names } from '../client/errors.ts'
import { wordsOf } from '../client/form-errors.ts'

export interface ConsentDeps extends TrackerDeps {
  database: Database
  jobs: Jobs
  secretKey: string
  apiUrls: Settings['trackerApiUrls']
  clock: Clock
  log: Log
}

const url = '/hooks/tracker/consent'

/** Where a tracker sends people back to who have agreed that Heed may work in it (RFC 6749, section 4.1.2). */
export function consentPage(http: FastifyInstance, deps: ConsentDeps): void {
  const consents = createConsents(deps.secretKey)
  http.register(async (app) => {
    renderErrorsAsPages(app, deps.log)
    refuseOtherMethods(app, url, ['GET'])
    app.get(url, async (request, reply) => {
      const { searchParams } = new URL(request.url, 'http://heed.invalid')
      const consent = consents.read(searchParams.get('state') ?? '')
      const code = searchParams.get('code')
      if (consent === null) return sendPage(reply, 400, outdated)
      if (consent.begunBy) return reply.redirect(consoleUrlOf(deps, consent.begunBy.slug, searchParams), 303)
      if (code === null) return sendPage(reply, 400, notAgreed)
      const page = await finish(deps, request.id, consent, code)
      return sendPage(reply, page.status, page.page)
    })
  })
}

const again = 'Begin again with: heed tracker connect'
const outdated = notice('This link is no longer good', `It was used, or lay for longer than 15 minutes. ${again}`)
const notAgreed = notice('Nothing was connected', `The tracker says that nobody agreed to it. ${again}`)

/** Who has begun in the console ends there: it knows whether it is still them, and what they may do. */
const consoleUrlOf = ({ publicUrl }: ConsentDeps, slug: string, query: URLSearchParams): string =>
  `${publicUrl}/console/w/${slug}/settings/tracker/consent?${query}`

async function finish(
  deps: ConsentDeps,
  requestId: string,
  consent: Agreed,
  code: string,
): Promise<{ status: number; page: Page }> {
  const { provider } = consent
  try {
    const connected = await finishConsent(deskOf(deps, consent.workspaceId, requestId), consent, code)
    if (connected === null) return { status: 400, page: outdated }
    const { connection } = connected
    const sentence = `Requests of this workspace can now be sent to ${connection.team_name} of ${connection.account_name}. You can close this page.`
    return { status: 200, page: notice(`${names[provider]} is connected`, sentence) }
  } catch (error) {
    const words = wordsOf(error)
    if (words === null) throw error
    return { status: 400, page: notice('Nothing was connected', `${words}. ${again}`) }
  }
}

function deskOf(deps: ConsentDeps, workspaceId: string, requestId: string): Desk {
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
