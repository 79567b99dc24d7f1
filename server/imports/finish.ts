import { sql } from 'kysely'
import { audit } from '../audit/record.ts'
import { recordEvent } from '../events/record.ts'
import { recountVotesAndComments } from '../feedback/merge/rows.ts'
import { votesWithoutVoters } from '../feedback/votes-without-voters.ts'
import { permit } from '../platform/authorization.ts'
import type { WriteScope } from '../platform/scope.ts'
import { importsCan } from './permissions.ts'
import { presentImport } from './present.ts'
import type { ImportProblem } from './records.ts'

type Write = <T>(work: (tx: WriteScope) => Promise<T>) => Promise<T>

// Rows per transaction, so that no lock is held for long.
const batchSize = 500

/** Attaches replies that came before their parents to their threads. @returns problems for replies without a parent */
export async function placeReplies(write: Write, source: string): Promise<ImportProblem[]> {
  const problems: ImportProblem[] = []
  for (let after = ''; ; ) {
    const page = await write((tx) => placePage(tx, source, after))
    for (const { sourceId, parentSourceId, rootId } of page) {
      if (rootId !== null) continue
      problems.push({
        file: null,
        line: null,
        column: null,
        reason:
          `The comment ${sourceId} replies to ${parentSourceId}, which is missing or replies to it in turn, so it becomes a top-level comment`.slice(
            0,
            500,
          ),
        isRefused: false,
      })
    }
    if (page.length < batchSize) return problems
    after = page.at(-1)!.sourceId
  }
}

interface PlacedReply {
  sourceId: string
  parentSourceId: string
  rootId: string | null
}

/** Follows the parents of each reply up to a comment without a parent. Comments in a cycle have no such root. */
async function placePage(tx: WriteScope, source: string, after: string): Promise<PlacedReply[]> {
  const { rows } = await sql<PlacedReply>`
    with recursive page as (
      select source_id, target_id, parent_source_id from imported_records
      where workspace_id = ${tx.workspaceId} and source = ${source} and resource = 'comments'
        and parent_source_id is not null and source_id > ${after}
      order by source_id limit ${batchSize}),
    way (start, start_id, at, depth) as (
      select source_id, target_id, parent_source_id, 1 from page
      union all
      select w.start, w.start_id, r.parent_source_id, w.depth + 1
      from way w join imported_records r on r.workspace_id = ${tx.workspaceId} and r.source = ${source}
        and r.resource = 'comments' and r.source_id = w.at
      where r.parent_source_id is not null and w.depth < 50),
    roots as (
      select distinct on (w.start) w.start, w.start_id, coalesce(c.parent_id, c.id) as root_id
      from way w join imported_records r on r.workspace_id = ${tx.workspaceId} and r.source = ${source}
          and r.resource = 'comments' and r.source_id = w.at and r.parent_source_id is null
        join comments c on c.workspace_id = ${tx.workspaceId} and c.id = r.target_id
        join comments own on own.workspace_id = ${tx.workspaceId} and own.id = w.start_id and own.feedback_id = c.feedback_id
      order by w.start, w.depth),
    placed as (
      update comments c set parent_id = roots.root_id from roots
      where c.workspace_id = ${tx.workspaceId} and c.id = roots.start_id and c.id <> roots.root_id)
    select p.source_id as "sourceId", p.parent_source_id as "parentSourceId", roots.root_id as "rootId"
    from page p left join roots on roots.start = p.source_id order by p.source_id`.execute(tx.db)
  // A reply to a reply is now attached to the thread's first comment, where later files find it.
  return rows
}

/** Clears the references of replies to missing parents. A newer file that contains the parents does not move them. */
export const forgetPendingReplies = (tx: WriteScope, source: string) =>
  sql`update imported_records set parent_source_id = null
    where workspace_id = ${tx.workspaceId} and source = ${source} and parent_source_id is not null`.execute(tx.db)

/** Recounts the requests of a source whose votes or comments differ from their counters. */
export async function recountRequests(write: Write, source: string): Promise<number> {
  let recounted = 0
  for (let after = ''; ; ) {
    const page = await write(async (tx) => {
      const { rows } = await sql<{ sourceId: string; id: string; differs: boolean }>`
        select r.source_id as "sourceId", f.id,
          f.votes <> ${votesWithoutVoters} + (select count(*) from votes v
              where v.workspace_id = f.workspace_id and v.feedback_id = f.id)
            or f.comments <> (select count(*) from comments c
              where c.workspace_id = f.workspace_id and c.feedback_id = f.id and not c.is_internal) as differs
        from (select source_id, target_id from imported_records
          where workspace_id = ${tx.workspaceId} and source = ${source} and resource = 'feedback' and source_id > ${after}
          order by source_id limit ${batchSize}) r
        join feedback f on f.workspace_id = ${tx.workspaceId} and f.id = r.target_id
        order by r.source_id`.execute(tx.db)
      const ids = rows.filter(({ differs }) => differs).map(({ id }) => id)
      await recountLocked(tx, ids)
      recounted += ids.length
      const { rows: last } = await sql<{ id: string | null }>`
        select max(source_id) as id from (select source_id from imported_records
          where workspace_id = ${tx.workspaceId} and source = ${source} and resource = 'feedback' and source_id > ${after}
          order by source_id limit ${batchSize}) r`.execute(tx.db)
      return last[0]!.id
    })
    if (page === null) return recounted
    after = page
  }
}

/** Locks requests against concurrent votes, and recounts them. */
export async function recountLocked(tx: WriteScope, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`select from feedback where workspace_id = ${tx.workspaceId} and id = any(${ids}::uuid[])
    order by id for update`.execute(tx.db)
  recountVotesAndComments(tx, ids)
}

/** Ends an import, and records the only event about it. @throws 403 */
export async function finishImport(tx: WriteScope, importId: string): Promise<void> {
  permit(importsCan(tx.actor).run)
  const row = await tx.db
    .updateTable('imports')
    .set({ state: 'finished', finished_at: tx.now, active_at: tx.now, error: null, credential: null })
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', importId)
    .where('state', '=', 'running')
    .returningAll()
    .executeTakeFirst()
  if (!row) return
  const finished = presentImport(row)
  audit(tx, 'import.finished', importId, { source: row.source, name: row.name, counts: finished.counts })
  recordEvent(tx, { type: 'import.finished', resourceId: importId, data: finished })
}

/**
 * Stops an import that cannot continue, with the reason. It can be resumed; a failed check leaves a draft. @throws 403
 */
export async function failImport(tx: WriteScope, importId: string, reason: string): Promise<void> {
  permit(importsCan(tx.actor).run)
  await tx.db
    .updateTable('imports')
    .set({
      state: sql`case when state = 'checking' then 'draft' else 'failed' end`,
      error: reason.slice(0, 2_000),
      active_at: tx.now,
    })
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', importId)
    .where('state', 'in', ['running', 'checking', 'undoing'])
    .execute()
}
