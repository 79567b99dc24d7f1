import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { bodyLimitBytes } from '../../platform/http/parsing/json-body.ts'
import { isUuid } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { problem } from '../../platform/problems.ts'
import type { TrackerDeps } from '../client/session.ts'
import { type Connection, openWebhookSecret } from '../connection/queries.ts'
import { syncQueue } from '../queues.ts'
import { loadTracker } from '../registry.ts'
import type { TrackerWebhookEvent } from '../tracker.ts'

export interface TrackerWebhookDeps extends Pick<TrackerDeps, 'vault'> {
  database: Database
  jobs: Jobs
  clock: Clock
}

const url = '/hooks/tracker/:connection'

/** Serves the address that trackers call when issues change. A call is trusted only to name an issue to read. */
export function trackerWebhooks(http: FastifyInstance, deps: TrackerWebhookDeps): void {
  http.register(async (app) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes))
    app.post(url, { bodyLimit: bodyLimitBytes }, async (request, reply) => {
      await handleWebhook(deps, request)
      return reply.send({})
    })
  })
}

/** @throws 401, the same for an unknown address and for a call that is not authentic. */
async function handleWebhook(deps: TrackerWebhookDeps, request: FastifyRequest): Promise<void> {
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const { connection: id } = request.params as { connection: string }
  const connection = isUuid(id) ? await getConnectionForWebhook(deps.database, id) : null
  const event = connection && (await verifyCall(deps, connection, request, body))
  if (!connection || !event) throw problem('unauthorized', 'The signature of this webhook call is missing or invalid.')
  if (event.issueId !== null) await enqueueSync(deps, connection, event.issueId, body)
}

async function verifyCall(
  { vault, clock }: TrackerWebhookDeps,
  connection: Connection,
  { headers }: FastifyRequest,
  body: Buffer,
): Promise<TrackerWebhookEvent | null> {
  const secret = openWebhookSecret({ vault }, connection)
  if (!secret) return null
  const tracker = await loadTracker(connection.provider)
  return tracker.verifyWebhook({ headers, body, secret, now: clock() })
}

/** Loads a connection without knowing its workspace, because the address contains only the connection's id. */
async function getConnectionForWebhook({ db }: Database, id: string): Promise<Connection | null> {
  const row = await db
    .selectFrom('tracker_connections')
    .selectAll()
    .where('id', '=', id)
    .where('disconnected_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** Enqueues a sync if the issue is linked and this call has not been accepted before. */
async function enqueueSync(
  deps: TrackerWebhookDeps,
  connection: Connection,
  issueId: string,
  body: Buffer,
): Promise<void> {
  const { workspace_id: workspaceId, id: connectionId } = connection
  await inTransaction(deps.database.pool, async ({ db }) => {
    const link = await db
      .selectFrom('tracker_links')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .where('connection_id', '=', connectionId)
      .where('issue_id', '=', issueId)
      .where('state', '=', 'active')
      .executeTakeFirst()
    if (!link) return
    // Deduplicated by the body, which is signed. A delivery id in a header is not, so anyone could change it.
    const delivery_hash = hash('sha256', body, 'buffer')
    const { numInsertedOrUpdatedRows: isNew } = await db
      .insertInto('tracker_webhook_deliveries')
      .values({ workspace_id: workspaceId, connection_id: connectionId, delivery_hash, received_at: deps.clock() })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (isNew === 1n) await deps.jobs.enqueueIn(db)(syncQueue, { workspaceId, linkId: link.id })
  })
}
