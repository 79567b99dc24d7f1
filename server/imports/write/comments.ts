import { sql } from 'kysely'
import { newId } from '../../platform/ids.ts'
import type { ImportedComment } from '../records.ts'
import { type Batch, columnOf, type Located, type RememberedRow, shortHash } from './batch.ts'
import { earlier, resolvePeople } from './people.ts'

interface NewComment {
  record: Located<ImportedComment>
  id: string
  feedbackId: string
  /** The top-level comment of its thread, if it is known yet. */
  parentId: string | null
  isTeam: boolean
  customerId: string | null
  memberId: string | null
  authorName: string | null
  createdAt: string
}

/** Creates comments and replies, and updates the texts of those that an earlier import created. */
export async function writeComments(batch: Batch, records: Located<ImportedComment>[]): Promise<void> {
  await batch.findIds('feedback', columnOf(records, 'requestId'))
  const personOf = await resolvePeople(
    batch,
    records.flatMap(({ author }) => author ?? []),
  )
  const remembered = new Map(
    (await batch.remembered('comments', columnOf(records, 'id'))).map((row) => [row.sourceId, row]),
  )
  const parents = await findParents(batch, records)
  const names = await namesOf(batch, records, personOf)
  const created: NewComment[] = []
  const seen = new Set<string>()
  const known: { record: Located<ImportedComment>; row: RememberedRow }[] = []
  for (const record of records) {
    const feedbackId = batch.knownId('feedback', record.requestId)
    const row = remembered.get(record.id)
    if (feedbackId === undefined)
      batch.refuse(record, `refers to the request ${record.requestId}, which is not in the file`)
    else if (row) known.push({ record, row })
    else if (seen.has(record.id)) batch.refuse(record, `repeats the id ${record.id} of another comment`)
    else {
      seen.add(record.id)
      const customerId = record.author ? personOf(record.author) : null
      if (record.author && customerId === null)
        batch.note(record, 'has an author who is not in the file, so it was imported without an author')
      const isTeam = record.isStaff || record.isInternal
      const parent = record.parentId === undefined ? undefined : parents.get(record.parentId)
      const comment: NewComment = {
        record,
        id: newId(),
        feedbackId,
        parentId: parent?.feedbackId === feedbackId ? parent.rootId : null,
        isTeam,
        customerId: isTeam ? null : customerId,
        memberId: isTeam ? (batch.run.members.get(record.author?.email?.toLowerCase() ?? '') ?? null) : null,
        authorName: isTeam
          ? ((record.author?.name ?? names.get(customerId ?? '') ?? null)?.slice(0, 100) ?? null)
          : null,
        createdAt: earlier(record.createdAt, batch.scope.now),
      }
      created.push(comment)
      // If the parent of a comment is not known yet, the replies to the comment have to wait too.
      if (record.parentId === undefined || comment.parentId !== null) {
        parents.set(record.id, { rootId: comment.parentId ?? comment.id, feedbackId })
      }
    }
  }
  insertComments(batch, created)
  batch.count('comments', 'created', created.length)
  await updateBodies(batch, known)
}

interface Parent {
  rootId: string
  feedbackId: string
}

/**
 * Finds parents from earlier batches. Threads have one level, so a reply to a reply is attached to the top-level
 * comment.
 */
async function findParents({ scope, run }: Batch, records: ImportedComment[]): Promise<Map<string, Parent>> {
  const ids = [...new Set(records.flatMap(({ parentId }) => parentId ?? []))]
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Parent & { sourceId: string }>`
    select r.source_id as "sourceId", coalesce(c.parent_id, c.id) as "rootId", c.feedback_id as "feedbackId"
    from imported_records r join comments c on c.workspace_id = r.workspace_id and c.id = r.target_id
    where r.workspace_id = ${scope.workspaceId} and r.source = ${run.source} and r.resource = 'comments'
      and r.source_id = any(${ids}::text[]) and r.parent_source_id is null and c.feedback_id is not null`.execute(
    scope.db,
  )
  return new Map(rows.map((row) => [row.sourceId, row]))
}

/** Loads the names of staff whom the comments identify only by an id. */
async function namesOf(
  { scope }: Batch,
  records: ImportedComment[],
  personOf: (person: NonNullable<ImportedComment['author']>) => string | null,
): Promise<Map<string, string>> {
  const ids = records.flatMap(({ author, isStaff, isInternal }) =>
    author && author.name === undefined && (isStaff || isInternal) ? (personOf(author) ?? []) : [],
  )
  if (ids.length === 0) return new Map()
  const rows = await scope.db
    .selectFrom('customers')
    .select(['id', 'name'])
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', '=', sql<string>`any(${[...new Set(ids)]}::uuid[])`)
    .execute()
  return new Map(rows.flatMap(({ id, name }) => (name === null ? [] : [[id, name]])))
}

function insertComments(batch: Batch, created: NewComment[]): void {
  batch.remember(
    'comments',
    created.map(({ record, id, parentId }) => ({
      sourceId: record.id,
      targetId: id,
      fields: { body: shortHash(record.body) },
      isCreated: true,
      // Its parent comes later in the file, or not at all.
      ...(record.parentId !== undefined && parentId === null && { parentId: record.parentId }),
    })),
  )
  const { tx, scope } = batch
  if (tx === null || created.length === 0) return
  const records = columnOf(created, 'record')
  // The joins leave out comments on deleted requests. The author is null if the customer was deleted.
  tx.defer(
    sql`insert into comments (workspace_id, id, feedback_id, parent_id, kind, body, customer_id, member_id, author_name,
        is_internal, created_at, updated_at)
      select ${scope.workspaceId}::uuid, n.id, n.feedback_id, n.parent_id, case when n.is_team then 'staff_reply' else 'comment' end,
        n.body, c.id, n.member_id, n.author_name, n.is_internal, n.created_at, n.created_at
      from unnest(${columnOf(created, 'id')}::uuid[], ${columnOf(created, 'feedbackId')}::uuid[],
        ${columnOf(created, 'parentId')}::uuid[], ${columnOf(created, 'isTeam')}::boolean[],
        ${columnOf(records, 'body')}::text[], ${columnOf(created, 'customerId')}::uuid[],
        ${columnOf(created, 'memberId')}::uuid[], ${columnOf(created, 'authorName')}::text[],
        ${columnOf(records, 'isInternal')}::boolean[], ${columnOf(created, 'createdAt')}::timestamptz[])
        as n (id, feedback_id, parent_id, is_team, body, customer_id, member_id, author_name, is_internal, created_at)
      join feedback f on f.workspace_id = ${scope.workspaceId} and f.id = n.feedback_id
      left join customers c on c.workspace_id = ${scope.workspaceId} and c.id = n.customer_id`.execute(tx.db),
  )
}

/** Updates texts that changed in the file and were not edited in Heed. */
async function updateBodies(
  batch: Batch,
  known: { record: Located<ImportedComment>; row: RememberedRow }[],
): Promise<void> {
  const { scope, tx } = batch
  const differing = known.filter(({ record, row }) => shortHash(record.body) !== row.fields.body)
  batch.count('comments', 'unchanged', known.length - differing.length)
  if (differing.length === 0) return
  const { rows } = await sql<{ id: string; body: string }>`
    select id, body from comments where workspace_id = ${scope.workspaceId}
      and id = any(${differing.map(({ row }) => row.targetId)}::uuid[]) order by id
    ${tx === null ? sql`` : sql`for update`}`.execute(scope.db)
  const current = new Map(rows.map((row) => [row.id, row.body]))
  const free = differing.filter(({ row }) => shortHash(current.get(row.targetId) ?? null) === row.fields.body)
  batch.count('comments', 'updated', free.length)
  batch.count('comments', 'unchanged', differing.length - free.length)
  batch.rememberChanges(
    'comments',
    free.map(({ record, row }) => ({
      row,
      before: { body: current.get(row.targetId)! },
      after: { body: record.body },
      fields: { body: shortHash(record.body) },
    })),
  )
  tx?.defer(
    sql`update comments c set body = n.body, updated_at = ${scope.now}
      from unnest(${free.map(({ row }) => row.targetId)}::uuid[], ${free.map(({ record }) => record.body)}::text[]) as n (id, body)
      where c.workspace_id = ${scope.workspaceId} and c.id = n.id`.execute(tx.db),
  )
}
