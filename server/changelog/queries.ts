import { sql } from 'kysely'
import type { Signer } from '../platform/crypto/secret-key.ts'
import { createCursors, type Page, paginate } from '../platform/http/api/pagination.ts'
import { notFound } from '../platform/problems.ts'
import type { Scope } from '../platform/scope.ts'
import { selectLinkedRequests } from './entry-columns.ts'
import { presentEntry } from './present.ts'
import type { Entry, EntryFilter } from './schema.ts'

const tagIds = sql<string[]>`array(select t.tag_id::text from changelog_entry_tags t
  where t.workspace_id = e.workspace_id and t.entry_id = e.id order by t.position)`

const reactions = sql<Record<string, number>>`coalesce((
  select json_object_agg(c.emoji, c.count) from (
    select x.emoji, count(*) from changelog_reactions x
    where x.workspace_id = e.workspace_id and x.entry_id = e.id group by x.emoji) c), '{}')`

const selectEntries = (scope: Scope) =>
  scope.db
    .selectFrom('changelog_entries as e')
    .where('e.workspace_id', '=', scope.workspaceId)
    .select([
      'e.id',
      'e.state',
      'e.title',
      'e.body',
      'e.version_label',
      tagIds.as('tag_ids'),
      selectLinkedRequests().as('linked_feedback'),
      'e.reactions_enabled',
      'e.comments_enabled',
      'e.scheduled_publish_at',
      'e.scheduled_timezone',
      'e.published_at',
      reactions.as('reactions'),
      'e.comments',
      'e.created_at',
      'e.updated_at',
    ])

/** Loads an entry as the API returns it. @throws 404 */
export async function getEntry(scope: Scope, id: string): Promise<Entry> {
  const row = await selectEntries(scope).where('e.id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return presentEntry(row)
}

/** Lists entries with drafts, the newest created first. */
export async function listEntries(scope: Scope, query: EntryFilter, signer: Signer): Promise<Page<Entry>> {
  const { limit = 25, cursor, state } = query
  const cursors = createCursors(signer, 'changelog', scope.workspaceId, { state })
  const after = cursors.decode(cursor) as [createdAt: string, id: string] | undefined
  const rows = await selectEntries(scope)
    .$if(state !== undefined, (q) => q.where('e.state', '=', state!))
    .$if(after !== undefined, (q) =>
      q.where(({ eb, refTuple, tuple }) => eb(refTuple('e.created_at', 'e.id'), '<', tuple(...after!))),
    )
    .orderBy('e.created_at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(limit + 1)
    .execute()
  return paginate(rows, limit, cursors, (row) => [row.created_at, row.id], presentEntry)
}

const selectEntryState = (scope: Scope, id: string) =>
  scope.db
    .selectFrom('changelog_entries')
    .select(['state', 'comments_enabled', 'scheduled_publish_at'])
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', '=', id)

/** Loads what decides whether an entry can be commented on. @throws 404 */
export async function getEntryState(scope: Scope, id: string) {
  const row = await selectEntryState(scope, id).executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** Locks an entry until the transaction ends; undefined if it does not exist. */
export const lockEntryIfExists = (scope: Scope, id: string) =>
  selectEntryState(scope, id).forUpdate().executeTakeFirst()

/** Locks an entry until the transaction ends, so that publishing and rescheduling wait for each other. @throws 404 */
export async function lockEntry(scope: Scope, id: string) {
  const row = await lockEntryIfExists(scope, id)
  if (!row) throw notFound()
  return row
}
