import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { bodyLimitBytes } from '../../platform/http/parsing/json-body.ts'
import { isUuid } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { problem } from '../../platform/problems.ts'
import { type Connection, hookPlaceOf } from '../connection/queries.ts'
import type { TrackerDeps } from '../client/session.ts'
import { followQueue } from '../queues.ts'
import { trackerOf } from '../registry.ts'
import type { HookDelivery } from '../tracker.ts'

export interface HookDeps extends Pick<TrackerDeps, 'vault'> {
  database: Database
  jobs: Jobs
  clock: Clock
}

const url = '/hooks/tracker/:connection'

/** The address that a tracker calls when issues change. Nothing in a call is believed but which issue to look at. */
export function trackerHooks(http: FastifyInstance, deps: HookDeps): void {
  http.register(async (app) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes))
    app.post(url, { bodyLimit: bodyLimitBytes }, async (request, reply) => {
      await receive(deps, request)
      return reply.send({})
    })
  })
}

/** @throws 401, the same for an address that does not exist and a call that is not authentic. */
async function receive(deps: HookDeps, request: FastifyRequest): Promise<void> {
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const { connection: id } = request.params as { connection: string }
  const connection = isUuid(id) ? await connectionOfHook(deps.database, id) : null
  const delivery = connection && (await readCall(deps, connection, request, body))
  if (!connection || !delivery) throw problem('unauthorized', 'This call is not signed as the connection asks for.')
  if (delivery.issueId !== null) await heed(deps, connection, delivery.issueId, body)
}

async function readCall(
  { vault, clock }: HookDeps,
  connection: Connection,
  { headers }: FastifyRequest,
  body: Buffer,
): Promise<HookDelivery | null> {
  const secret = connection.hook_secret && vault.open(connection.hook_secret, hookPlaceOf(connection))
  if (!secret) return null
  const tracker = await trackerOf(connection.provider)
  return tracker.receive({ headers, body, secret, now: clock() })
}

/** The one look-up without a workspace: the address names the connection, which names its workspace. */
async function connectionOfHook({ db }: Database, id: string): Promise<Connection | null> {
  const row = await db
    .selectFrom('tracker_connections')
    .selectAll()
    .where('id', '=', id)
    .where('disconnected_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** Has the issue looked at, if it is one of ours and this call has not been heeded before. */
async function heed(deps: HookDeps, connection: Connection, issueId: string, body: Buffer): Promise<void> {
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
    // By the body, which is what the signature is over: an id of the call in a header is not, and anybody can change it.
    const digest = hash('sha256', body, 'buffer')
    const { numInsertedOrUpdatedRows: isNew } = await db
      .insertInto('tracker_calls')
      .values({ workspace_id: workspaceId, connection_id: connectionId, digest, received_at: deps.clock() })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (isNew === 1n) await deps.jobs.enqueueIn(db)(followQueue, { workspaceId, linkId: link.id })
  })
}
