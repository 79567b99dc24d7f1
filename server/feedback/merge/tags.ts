import { sql } from 'kysely'
import type { Scope, WriteScope } from '../../platform/scope.ts'
import { type AttributedRow, attributeRows, ownRows, reattributeRows, restoreRows } from './attribution.ts'
import type { UnmergePlan } from './restore-rows.ts'
import type { Merge } from './snapshot.ts'

async function listTagRows({ db, workspaceId }: Scope, id: string): Promise<{ key: string; value: true }[]> {
  const rows = await db
    .selectFrom('feedback_tags')
    .select('tag_id')
    .where('workspace_id', '=', workspaceId)
    .where('feedback_id', '=', id)
    .orderBy('tag_id')
    .execute()
  return rows.map(({ tag_id: key }) => ({ key, value: true }))
}

const tagsOf = ({ snapshot }: Merge): AttributedRow<true>[] => snapshot.tags ?? []

/** Adds the tags of a request to those of its target, before the request is deleted. */
export async function transferTags(tx: WriteScope, source: Merge, merges: Merge[]): Promise<void> {
  const { id: sourceId, targetId } = source
  const [current, target] = await Promise.all([listTagRows(tx, sourceId), listTagRows(tx, targetId)])
  const targetKeys = new Set(target.map(({ key }) => key))
  source.snapshot.tags = attributeRows(ownRows(current, merges.map(tagsOf)), targetKeys)
  for (const merge of merges) merge.snapshot.tags = reattributeRows(tagsOf(merge), current, targetKeys)
  insertTags(tx, targetId, current)
}

/** Restores the tags that a merged request brought to the target, in the same way as votes (see attribution.ts). */
export async function restoreTags(tx: WriteScope, { own, returning, staying, targetId }: UnmergePlan): Promise<void> {
  const result = restoreRows<true>({
    own: tagsOf(own),
    returning: returning.map(tagsOf),
    staying: staying.map(tagsOf),
    current: await listTagRows(tx, targetId),
  })
  returning.forEach(({ snapshot }, index) => {
    snapshot.tags = result.returning[index]!
  })
  staying.forEach(({ snapshot }, index) => {
    snapshot.tags = result.staying[index]!
  })
  insertTags(tx, own.id, result.restored)
  tx.defer(
    sql`delete from feedback_tags where workspace_id = ${tx.workspaceId} and feedback_id = ${targetId}
      and tag_id = any(${result.removed}::uuid[])`.execute(tx.db),
  )
}

function insertTags(tx: WriteScope, feedbackId: string, rows: { key: string }[]): void {
  if (rows.length === 0) return
  tx.defer(
    sql`insert into feedback_tags (workspace_id, feedback_id, tag_id)
      select ${tx.workspaceId}, ${feedbackId}, unnest(${rows.map(({ key }) => key)}::uuid[])
      on conflict do nothing`.execute(tx.db),
  )
}
