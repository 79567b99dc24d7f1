import { sql } from 'kysely'
import { syncRoadmapItems } from '../../feedback/lifecycle/sync-roadmap-items.ts'
import { type Batch, columnOf, type RememberedRow, shortHash } from './batch.ts'
import { addToRoadmap, insertTags } from './request-relations.ts'
import { type RequestValues, type ResolvedRequest, requestFields } from './resolved-request.ts'

const columns = ['title', 'description', 'board_id', 'status', 'product_stage', 'votes_without_voters'] as const

type CurrentRow = RequestValues & { id: string; tag_ids: string[]; has_item: boolean }

interface Change {
  request: ResolvedRequest
  row: RememberedRow
  current: CurrentRow
  /** The columns that the file changed and nobody changed in Heed. */
  values: Partial<RequestValues>
  tagIds: string[] | null
}

/** Updates each field of a request that changed in the file since the last import and was not changed in Heed. */
export async function updateRequests(
  batch: Batch,
  known: { request: ResolvedRequest; row: RememberedRow }[],
): Promise<void> {
  const differing = known.filter(({ request, row }) => {
    const fields = requestFields(request)
    return Object.keys(fields).some((name) => fields[name] !== row.fields[name])
  })
  batch.count('feedback', 'unchanged', known.length - differing.length)
  if (differing.length === 0) return
  const current = await lockCurrent(
    batch,
    differing.map(({ row }) => row.targetId),
  )
  const changes: Change[] = []
  for (const { request, row } of differing) {
    const now = current.get(row.targetId)
    // The request was deleted or merged since, so it is not updated.
    if (now === undefined) batch.count('feedback', 'unchanged')
    else changes.push(changeOf(request, row, now))
  }
  const updated = changes.filter(({ values, tagIds }) => Object.keys(values).length > 0 || tagIds !== null)
  batch.count('feedback', 'updated', updated.length)
  batch.count('feedback', 'unchanged', changes.length - updated.length)
  writeChanges(batch, updated)
  batch.rememberChanges(
    'feedback',
    changes.map(({ request, row, current, values, tagIds }) => ({
      row,
      before: {
        ...Object.fromEntries(Object.keys(values).map((name) => [name, current[name as keyof RequestValues]])),
        ...(tagIds !== null && { tag_ids: current.tag_ids }),
      },
      after: { ...values, ...(tagIds !== null && { tag_ids: tagIds }) },
      fields: requestFields(request),
    })),
  )
}

/** Loads the current requests, and locks them in the usual order. */
async function lockCurrent({ scope, tx }: Batch, ids: string[]): Promise<Map<string, CurrentRow>> {
  if (tx !== null) {
    await sql`select from feedback where workspace_id = ${scope.workspaceId} and id = any(${ids}::uuid[])
      order by id for update`.execute(scope.db)
  }
  const { rows } = await sql<CurrentRow>`
    select f.id, f.title, f.description, f.board_id, f.status, f.product_stage, f.votes_without_voters,
      array(select t.tag_id from feedback_tags t where t.workspace_id = f.workspace_id and t.feedback_id = f.id
        order by t.tag_id) as tag_ids,
      exists (select from roadmap_items r where r.workspace_id = f.workspace_id and r.feedback_id = f.id) as has_item
    from feedback f where f.workspace_id = ${scope.workspaceId} and f.id = any(${ids}::uuid[])`.execute(scope.db)
  return new Map(rows.map((row) => [row.id, row]))
}

function changeOf(request: ResolvedRequest, row: RememberedRow, current: CurrentRow): Change {
  const isFree = (name: string, value: string | number | null) => shortHash(value) === row.fields[name]
  const values: Partial<RequestValues> = {}
  for (const name of columns) {
    if (request[name] === current[name] || !isFree(name, current[name])) continue
    Object.assign(values, { [name]: request[name] })
  }
  // The two columns of a stage only change together.
  if (!isFree('status', current.status) || !isFree('product_stage', current.product_stage)) {
    delete values.status
    delete values.product_stage
  }
  const tags = [...request.tagIds].sort()
  const haveTagsChanged =
    shortHash(current.tag_ids.join()) === row.fields.tags && tags.join() !== current.tag_ids.join()
  return { request, row, current, values, tagIds: haveTagsChanged ? tags : null }
}

function writeChanges(batch: Batch, changes: Change[]): void {
  const { tx, scope } = batch
  if (tx === null || changes.length === 0) return
  const rows = changes.map(({ current, values }) => ({ ...current, ...values }))
  tx.defer(
    sql`update feedback f set title = n.title, description = n.description, board_id = n.board_id, status = n.status,
        product_stage = n.product_stage, votes_without_voters = n.without, updated_at = ${scope.now}
      from unnest(${columnOf(rows, 'id')}::uuid[], ${columnOf(rows, 'title')}::text[],
        ${columnOf(rows, 'description')}::text[], ${columnOf(rows, 'board_id')}::uuid[], ${columnOf(rows, 'status')}::text[],
        ${columnOf(rows, 'product_stage')}::text[], ${columnOf(rows, 'votes_without_voters')}::int[])
        as n (id, title, description, board_id, status, product_stage, without)
      where f.workspace_id = ${scope.workspaceId} and f.id = n.id`.execute(tx.db),
  )
  const retagged = changes.filter(({ tagIds }) => tagIds !== null)
  if (retagged.length > 0) {
    tx.defer(
      sql`delete from feedback_tags where workspace_id = ${scope.workspaceId}
        and feedback_id = any(${retagged.map(({ current }) => current.id)}::uuid[])`.execute(tx.db),
    )
    insertTags(
      batch,
      retagged.map(({ current, tagIds }) => ({ id: current.id, tagIds: tagIds! })),
    )
  }
  const moved = changes.filter(({ values }) => values.status !== undefined || values.product_stage !== undefined)
  if (moved.length === 0) return
  syncRoadmapItems(
    tx,
    moved.map(({ current }) => current.id),
  )
  addToRoadmap(
    batch,
    moved.filter(({ current }) => !current.has_item).map(({ current, values }) => ({ ...current, ...values })),
  )
}
