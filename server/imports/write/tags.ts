import { sql } from 'kysely'
import { newId } from '../../platform/ids.ts'
import { colorOf } from '../../tags/find-or-create.ts'
import type { ImportedTag } from '../records.ts'
import { type Batch, columnOf, type Located } from './batch.ts'

export async function writeTags(batch: Batch, tags: Located<ImportedTag>[]): Promise<void> {
  await tagsOf(batch, tags)
}

const keyOf = (name: string): string => name.toLowerCase()

/** Finds or creates tags by name, ignoring case. @returns a function from a name to the id. */
export async function tagsOf(
  batch: Batch,
  tags: { name: string; color?: string }[],
): Promise<(name: string) => string> {
  const wanted = [...new Map(tags.map((tag) => [keyOf(tag.name), tag])).values()].filter(
    ({ name }) => batch.knownId('tags', keyOf(name)) === undefined,
  )
  if (wanted.length > 0) {
    const { scope, tx } = batch
    // Only PostgreSQL's `lower` decides which names are equal.
    const { rows: existing } = await sql<{ name: string; id: string | null }>`
      select n.name, t.id from unnest(${columnOf(wanted, 'name')}::text[]) as n (name)
      left join tags t on t.workspace_id = ${scope.workspaceId} and t.sort_name = lower(n.name)`.execute(scope.db)
    const idOf = new Map(existing.map(({ name, id }) => [name, id]))
    const rows = wanted.map(({ name, color }) => ({
      sourceId: keyOf(name),
      name,
      color: color ?? colorOf(name),
      targetId: idOf.get(name) ?? newId(),
      isCreated: idOf.get(name) == null,
    }))
    const created = rows.filter(({ isCreated }) => isCreated)
    batch.count('tags', 'created', created.length)
    batch.count('tags', 'unchanged', rows.length - created.length)
    tx?.defer(
      sql`insert into tags (workspace_id, id, name, color, created_at)
        select ${scope.workspaceId}::uuid, n.id, n.name, n.color, ${scope.now}
        from unnest(${columnOf(created, 'targetId')}::uuid[], ${columnOf(created, 'name')}::text[],
          ${columnOf(created, 'color')}::text[]) as n (id, name, color)`.execute(tx.db),
    )
    batch.remember('tags', rows)
    for (const { sourceId, targetId } of rows) batch.learn('tags', sourceId, targetId)
  }
  return (name) => batch.knownId('tags', keyOf(name))!
}
