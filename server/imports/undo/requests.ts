import { sql } from 'kysely'
import type { WriteScope } from '../../platform/scope.ts'
import { recountLocked } from '../finish.ts'
import { shortHash } from '../write/batch.ts'
import type { RequestValues } from '../write/resolved-request.ts'

interface CandidateRow extends RequestValues {
  id: string
  /** Hashes of what the import wrote. */
  fields: Record<string, string>
  tag_ids: string[]
}

/**
 * Deletes requests that nobody has used or edited since. The others are kept with their imported votes and comments,
 * which are the context of what people added.
 * @param kept collects the requests that were edited, so that the next step skips them
 */
export async function deleteRequests(
  tx: WriteScope,
  importId: string,
  { limit, kept }: { limit: number; kept: Set<string> },
): Promise<{ seen: number; deleted: number }> {
  const { workspaceId: w } = tx
  const ofImport = sql`r.workspace_id = ${w} and r.import_id = ${importId} and r.resource = 'feedback' and ${isUnused(w)}`
  const page = await sql<{ id: string }>`
    select r.target_id as id from imported_records r
    where ${ofImport} and r.target_id <> all(${[...kept]}::uuid[]) order by r.source_id limit ${limit}`.execute(tx.db)
  const ids = page.rows.map(({ id }) => id)
  // People who vote, comment or edit now wait for this lock, and then get a 404.
  await sql`select from feedback where workspace_id = ${w} and id = any(${ids}::uuid[]) order by id for update`.execute(
    tx.db,
  )
  const edited = await listEdited(tx, importId, ids)
  for (const id of edited) kept.add(id)
  const { rows } = await sql<{ deleted: number }>`
    with page as (
      select r.source, r.source_id, r.target_id from imported_records r
      where ${ofImport} and r.target_id = any(${ids.filter((id) => !kept.has(id))}::uuid[])),
    deleted as (
      delete from feedback f where f.workspace_id = ${w} and f.id in (select target_id from page)),
    comments_forgotten as (
      delete from imported_records r using comments c
      where r.workspace_id = ${w} and r.resource = 'comments' and r.import_id = ${importId}
        and c.workspace_id = ${w} and c.id = r.target_id and c.feedback_id in (select target_id from page)),
    forgotten as (
      delete from imported_records r using page p
      where r.workspace_id = ${w} and r.source = p.source and r.resource = 'feedback' and r.source_id = p.source_id
      returning 1)
    select count(*)::int as deleted from forgotten`.execute(tx.db)
  return { seen: ids.length, deleted: rows[0]!.deleted }
}

/** Deletes votes on requests that the import did not create, except votes that were withdrawn and cast again since. */
export async function deleteVotes(
  tx: WriteScope,
  importId: string,
  limit: number,
): Promise<{ seen: number; deleted: number }> {
  const { workspaceId: w } = tx
  const { rows } = await sql<{ id: string; deleted: number }>`
    with page as (
      select v.feedback_id, v.customer_id, v.import_id from imported_votes v
      where v.workspace_id = ${w} and v.import_id = ${importId}
        and not exists (select from imported_records r where r.workspace_id = ${w} and r.import_id = ${importId}
          and r.resource = 'feedback' and r.target_id = v.feedback_id)
      order by v.feedback_id, v.customer_id limit ${limit}),
    deleted as (
      delete from votes v using page p
      where v.workspace_id = ${w} and v.feedback_id = p.feedback_id and v.customer_id = p.customer_id
        and not ${isAfter(w, 'v.created_at', 'p.import_id')} returning 1),
    forgotten as (
      delete from imported_votes v using page p
      where v.workspace_id = ${w} and v.feedback_id = p.feedback_id and v.customer_id = p.customer_id)
    select distinct feedback_id as id, (select count(*)::int from deleted) as deleted from page`.execute(tx.db)
  await recountLocked(
    tx,
    rows.map(({ id }) => id),
  )
  return { seen: rows.length, deleted: rows[0]?.deleted ?? 0 }
}

/** The condition that nothing that people added since refers to the request of the record `r`. */
const isUnused = (w: string) => sql`
  not exists (select from votes v where v.workspace_id = ${w} and v.feedback_id = r.target_id
    and not exists (select from imported_votes i where i.workspace_id = ${w} and i.feedback_id = v.feedback_id
      and i.customer_id = v.customer_id and not ${isAfter(w, 'v.created_at', 'i.import_id')}))
  and not exists (select from comments c where c.workspace_id = ${w} and c.feedback_id = r.target_id
    and not exists (select from imported_records i where i.workspace_id = ${w} and i.resource = 'comments'
      and i.source = r.source and i.import_id is not null and i.target_id = c.id))
  and not exists (select from pending_comments c where c.workspace_id = ${w} and c.feedback_id = r.target_id)
  and not exists (select from pending_edits e where e.workspace_id = ${w} and e.feedback_id = r.target_id)
  and not exists (select from feedback_merges m where m.workspace_id = ${w} and (m.into_id = r.target_id or m.feedback_id = r.target_id))
  and not exists (select from tracker_links l where l.workspace_id = ${w} and l.feedback_id = r.target_id)
  and not exists (select from changelog_entry_feedback e where e.workspace_id = ${w} and e.feedback_id = r.target_id)
  and not exists (select from feedback f where f.workspace_id = ${w} and f.id = r.target_id and f.owner_id is not null)
  and not exists (select from roadmap_items i where i.workspace_id = ${w} and i.feedback_id = r.target_id
    and (i.target_date is not null or ${isAfter(w, 'i.updated_at', 'r.import_id')} and exists (
      select from feedback f where f.workspace_id = ${w} and f.id = i.feedback_id
        and (f.title <> i.title or f.description <> i.description))))`

/**
 * The condition that a time is after the end of an import. Imported times are earlier, because future times are not
 * used.
 */
const isAfter = (w: string, time: string, importId: string) =>
  sql`exists (select from imports m where m.workspace_id = ${w} and m.id = ${sql.ref(importId)} and ${sql.ref(time)} > m.finished_at)`

/** Lists the requests whose fields, tags or comments have changed since the import. */
async function listEdited({ db, workspaceId: w }: WriteScope, importId: string, ids: string[]): Promise<string[]> {
  const requests = await sql<CandidateRow>`
    select f.id, f.title, f.description, f.board_id, f.status, f.product_stage, f.votes_without_voters, r.fields,
      array(select t.tag_id from feedback_tags t where t.workspace_id = f.workspace_id and t.feedback_id = f.id
        order by t.tag_id) as tag_ids
    from feedback f
    join imported_records r on r.workspace_id = f.workspace_id and r.resource = 'feedback' and r.target_id = f.id
    where f.workspace_id = ${w} and f.id = any(${ids}::uuid[]) and r.import_id = ${importId}`.execute(db)
  const comments = await sql<{ feedback_id: string; body: string; hash: string }>`
    select c.feedback_id, c.body, r.fields ->> 'body' as hash from comments c
    join imported_records r on r.workspace_id = c.workspace_id and r.resource = 'comments' and r.target_id = c.id
    where c.workspace_id = ${w} and c.feedback_id = any(${ids}::uuid[])`.execute(db)
  return [
    ...requests.rows.filter(isEdited).map(({ id }) => id),
    ...comments.rows.filter(({ body, hash }) => shortHash(body) !== hash).map(({ feedback_id: id }) => id),
  ]
}

const isEdited = ({ id: _, fields, tag_ids: tagIds, ...values }: CandidateRow): boolean =>
  shortHash(tagIds.join()) !== fields.tags ||
  Object.entries(values).some(([name, value]) => shortHash(value) !== fields[name])
