import { tmpdir } from 'node:os'
import { deleteExpiredEvents } from '../../events/delete-expired.ts'
import { createLog } from '../../platform/log.ts'
import { writeAsSystem } from '../../platform/system-scope.ts'
import { enqueueDueDigests } from '../../weekly-digest/schedule.ts'
import { createPortalClient, formTokenField, type PortalTestResponse } from '../clients/portal-client.ts'
import { removeFiles } from '../fixtures/files.ts'
import type { HotOperation, Subject } from './subject.ts'

// One row for each workspace of the instance.
const workspaces = 200
const dayMs = 86_400_000
// Many more than the removals that are due, so that reading all of them is noticed.
const futureRemovals = 2_000

// The request, its latest texts, and the recipients of the notification about the comment.
const commentReads = [
  'changelog_entries_pkey',
  'changelog_entry_feedback_pkey',
  'comments_customer',
  'comments_of_feedback',
  'comments_pkey',
  'customers_pkey',
  'feedback_context_customer',
  'feedback_context_pkey',
  'feedback_pkey',
  'roadmap_items_workspace_id_feedback_id_key',
  'votes_pkey',
]

/** Writes of customers on the portal, and jobs that cover all workspaces. */
export const upkeepOperations: HotOperation[] = [
  {
    name: 'portal: submit a request',
    run: submitRequest,
    index: 'feedback_pkey',
    reads: ['customers_pkey', 'feedback_context_customer', 'feedback_pkey'],
  },
  {
    name: 'portal: comment',
    run: comment,
    index: 'feedback_pkey',
    reads: commentReads,
  },
  { name: 'delete expired events', run: deleteOldestEvents, index: 'events_pkey', maxRead: workspaces },
  { name: 'remove due files', run: removeFilesOf, index: 'file_removals_due' },
  { name: 'enqueue weekly digests', run: enqueueDigests, index: 'workspaces_pkey', maxRead: workspaces },
]

function expectRedirect({ status, text }: PortalTestResponse): void {
  if (status !== 303) throw new Error(`The portal returned ${status}: ${text}`)
}

async function submitRequest({ app, workspace, cookie }: Subject): Promise<void> {
  const form = { board: 'feature-requests', title: `Export ${Date.now()}`, description: 'As a file.', seen: 'yes' }
  const portal = createPortalClient(app, workspace, cookie)
  expectRedirect(await portal.post('/requests/new', { ...form, ...formTokenField(workspace) }))
}

async function comment({ app, workspace, requestId, cookie }: Subject): Promise<void> {
  const portal = createPortalClient(app, workspace, cookie)
  const form = { body: 'We need this too.', ...formTokenField(workspace) }
  expectRedirect(await portal.post(`/requests/${requestId}/comments`, form))
}

async function deleteOldestEvents({ app, workspace }: Subject): Promise<void> {
  const { rows } = await app.database.pool.query<{ createdAt: string }>(
    'select created_at as "createdAt" from events where workspace_id = $1 order by id limit 1',
    [workspace.id],
  )
  // The events of the dataset are five minutes apart.
  const now = new Date(Date.parse(rows[0]!.createdAt) + 30 * dayMs + 660_000).toISOString()
  const deleted = await deleteExpiredEvents(app.database, { days: 30, now }, new AbortController().signal)
  if (deleted === 0) throw new Error('No event was deleted.')
}

async function removeFilesOf({ app, workspace }: Subject): Promise<void> {
  const { pool } = app.database
  await pool.query(
    `insert into file_removals (workspace_id, file_id, due_at)
     select $1, uuidv7(), now() + case when n > 5 then interval '1 day' else interval '0' end
     from generate_series(1, ${futureRemovals}) n`,
    [workspace.id],
  )
  await pool.query('analyze file_removals')
  // The files do not exist. That is not an error, because an interrupted removal may have deleted them.
  const removed = await removeFiles(app, tmpdir())
  if (removed !== 5) throw new Error(`Removed ${removed} files, not 5.`)
}

async function enqueueDigests({ app, workspace }: Subject): Promise<void> {
  await app.database.pool.query(
    'update workspaces set weekly_digest_enqueued_on = null, sends_weekly_digest = true where workspace_id = $1',
    [workspace.id],
  )
  const write: Parameters<typeof enqueueDueDigests>[1] = (id, work) => writeAsSystem(app, id, work)
  // A Monday, after nine o’clock in every time zone of the dataset.
  const enqueued = await enqueueDueDigests(app.database, write, createLog('silent'), '2036-03-31T12:00:00.000Z')
  if (enqueued === 0) throw new Error('No workspace had a digest due.')
}
