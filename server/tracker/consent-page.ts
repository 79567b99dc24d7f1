import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/database.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { notice, type Page, refuseOtherMethods, renderErrorsAsPages, sendPage } from '../platform/http/page.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { Log } from '../platform/log.ts'
import { Problem } from '../platform/problems.ts'
import type { Settings } from '../platform/settings.ts'
import { connectTracker, type Desk } from './connecting.ts'
import { type Consent, callbackUrlOf, createConsents } from './consent.ts'
import type { TrackerDeps } from './converse.ts'
import { names } from './guidance.ts'
import { trackerOf } from './registry.ts'
import { TrackerError } from './tracker.ts'

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
      if (code === null) return sendPage(reply, 400, notAgreed)
      const page = await finish(deps, request.id, consent, code)
      return sendPage(reply, page.status, page.page)
    })
  })
}

const again = 'Begin again with: heed tracker connect'
const outdated = notice('This link is no longer good', `It was used, or lay for longer than 15 minutes. ${again}`)
const notAgreed = notice('Nothing was connected', `The tracker says that nobody agreed to it. ${again}`)

async function finish(
  deps: ConsentDeps,
  requestId: string,
  consent: Consent & { verifier: string },
  code: string,
): Promise<{ status: number; page: Page }> {
  const { provider, apiUrl, wishes, verifier } = consent
  const desk = deskOf(deps, consent.workspaceId, requestId)
  // Of a link that was used already, whoever finds it in a history gets nothing.
  const isUsed = await hasChangedSince(desk.scope, consent.begunAt)
  const { oauth } = await trackerOf(provider)
  if (isUsed || oauth === undefined || deps.oauthClient === null) return { status: 400, page: outdated }
  try {
    const access = {
      apiUrl,
      trustedApiUrl: deps.apiUrls[provider],
      fetch: deps.fetch,
      signal: AbortSignal.timeout(30_000),
    }
    const redirectUri = callbackUrlOf(deps.publicUrl)
    const credential = await oauth.exchange(access, { client: deps.oauthClient, redirectUri, code, verifier })
    const { connection } = await connectTracker(desk, { provider, apiUrl, credential }, wishes)
    const sentence = `Requests of this workspace can now be sent to ${connection.team_name} of ${connection.account_name}. You can close this page.`
    return { status: 200, page: notice(`${names[provider]} is connected`, sentence) }
  } catch (error) {
    const words = wordsOf(error)
    if (words === null) throw error
    return { status: 400, page: notice('Nothing was connected', `${words}. ${again}`) }
  }
}

/** Whether anything has been connected or disconnected since then. */
async function hasChangedSince({ db, workspaceId }: Desk['scope'], begunAt: number): Promise<boolean> {
  const row = await db
    .selectFrom('tracker_connections')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`greatest(connected_at, disconnected_at) >= ${new Date(begunAt).toISOString()}`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

function wordsOf(error: unknown): string | null {
  if (error instanceof TrackerError) return error.message
  if (!(error instanceof Problem)) return null
  return error.extra.details?.map(({ path, message }) => `${path.slice(1)} ${message}`).join('. ') ?? error.message
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
