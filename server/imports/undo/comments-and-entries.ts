import { type RawBuilder, sql } from 'kysely'
import type { WriteScope } from '../../platform/scope.ts'
import { isAsImported } from '../fingerprints.ts'
import { recountLocked } from '../finish.ts'
import { shortHash } from '../write/batch.ts'

interface Page {
  limit: number
  /** Collects the rows that were edited since, so that the next step skips them. */
  kept: Set<string>
}

/** Deletes the imported comments on other requests, except those that were edited or answered since. */
export async function deleteComments(tx: WriteScope, importId: string, { limit, kept }: Page): Promise<Deleted> {
  const { workspaceId: w } = tx
  const { rows } = await sql<{ id: string; feedbackId: string; body: string; fields: Record<string, string> }>`
    select c.id, c.feedback_id as "feedbackId", c.body, r.fields from imported_records r
    join comments c on c.workspace_id = ${w} and c.id = r.target_id
    where r.workspace_id = ${w} and r.import_id = ${importId} and r.resource = 'comments'
      and not exists (select from imported_records o where o.workspace_id = ${w} and o.import_id = ${importId}
        and o.resource = 'feedback' and o.target_id = c.feedback_id)
      and not exists (select from comments a where a.workspace_id = ${w} and a.parent_id = c.id)
      and not exists (select from pending_comments a where a.workspace_id = ${w} and a.parent_id = c.id)
      and c.id <> all(${[...kept]}::uuid[])
    order by c.id limit ${limit} for update of c`.execute(tx.db)
  const [edited, rest] = partition(rows, ({ body, fields }) => shortHash(body) !== fields.body)
  for (const { id } of edited) kept.add(id)
  const deleted = await deleteAndForget(tx, sql`comments`, { importId, resource: 'comments', ids: idsOf(rest) })
  await recountLocked(tx, [...new Set(rest.map(({ feedbackId }) => feedbackId))])
  return { seen: rows.length, deleted }
}

/** Deletes the imported changelog entries, except those that were edited, linked, announced or answered since. */
export async function deleteEntries(tx: WriteScope, importId: string, { limit, kept }: Page): Promise<Deleted> {
  const { workspaceId: w } = tx
  const uses = ['comments', 'changelog_reactions', 'announcements', 'changelog_entry_feedback', 'changelog_covers']
  const isUsed = uses.map(
    (table) => `exists (select from ${table} x where x.workspace_id = e.workspace_id and x.entry_id = e.id)`,
  )
  const { rows } = await sql<{
    id: string
    title: string
    body: string
    fields: Record<string, string>
    isSame: boolean
  }>`
    select e.id, e.title, e.body, r.fields, ${isAsImported('changelog', 'e')} as "isSame" from imported_records r
    join changelog_entries e on e.workspace_id = ${w} and e.id = r.target_id
    where r.workspace_id = ${w} and r.import_id = ${importId} and r.resource = 'changelog'
      and not (${sql.raw(isUsed.join(' or '))}) and e.id <> all(${[...kept]}::uuid[])
    order by e.id limit ${limit} for update of e`.execute(tx.db)
  const [edited, rest] = partition(
    rows,
    ({ title, body, fields, isSame }) =>
      !isSame || shortHash(title) !== fields.title || shortHash(body) !== fields.body,
  )
  for (const { id } of edited) kept.add(id)
  const deleted = await deleteAndForget(tx, sql`changelog_entries`, {
    importId,
    resource: 'changelog',
    ids: idsOf(rest),
  })
  return { seen: rows.length, deleted }
}

interface Deleted {
  seen: number
  deleted: number
}

async function deleteAndForget(
  { db, workspaceId: w }: WriteScope,
  table: RawBuilder<unknown>,
  { importId, resource, ids }: { importId: string; resource: string; ids: string[] },
): Promise<number> {
  const { rows } = await sql<{ deleted: number }>`
    with deleted as (
      delete from ${table} where workspace_id = ${w} and id = any(${ids}::uuid[]) returning id),
    forgotten as (
      delete from imported_records r where r.workspace_id = ${w} and r.import_id = ${importId}
        and r.resource = ${resource} and r.target_id = any(${ids}::uuid[]))
    select count(*)::int as deleted from deleted`.execute(db)
  return rows[0]!.deleted
}

const idsOf = (rows: { id: string }[]): string[] => rows.map(({ id }) => id)

const partition = <T>(rows: T[], is: (row: T) => boolean): [yes: T[], no: T[]] => [
  rows.filter(is),
  rows.filter((row) => !is(row)),
]
