import { sql } from 'kysely'
import { newId } from '../../platform/ids.ts'
import type { ImportedEntry } from '../records.ts'
import { type Batch, columnOf, type Located, type RememberedRow, shortHash } from './batch.ts'
import { earlier } from './people.ts'
import { tagsOf } from './tags.ts'

/** Creates changelog entries without announcing them, and updates entries that an earlier import created. */
export async function writeEntries(batch: Batch, records: Located<ImportedEntry>[]): Promise<void> {
  const tagOf = await tagsOf(
    batch,
    records.flatMap(({ tags }) => tags.map((name) => ({ name }))),
  )
  const remembered = new Map(
    (await batch.remembered('changelog', columnOf(records, 'id'))).map((row) => [row.sourceId, row]),
  )
  const created = records
    .filter(({ id }) => !remembered.has(id))
    .map((record) => {
      const publishedAt = record.publishedAt === undefined ? null : earlier(record.publishedAt, batch.scope.now)
      return {
        record,
        id: newId(),
        publishedAt,
        createdAt: earlier(record.createdAt ?? publishedAt ?? undefined, batch.scope.now),
        tagIds: [...new Set(record.tags.map(tagOf))],
      }
    })
  batch.count('changelog', 'created', created.length)
  const { tx, scope } = batch
  if (tx !== null && created.length > 0) {
    const entries = columnOf(created, 'record')
    tx.defer(
      sql`insert into changelog_entries (workspace_id, id, state, title, body, reactions_enabled, comments_enabled,
          published_at, created_at, updated_at)
        select ${scope.workspaceId}::uuid, n.id, case when n.published_at is null then 'draft' else 'published' end, n.title,
          n.body, true, true, n.published_at, n.created_at, coalesce(n.published_at, n.created_at)
        from unnest(${columnOf(created, 'id')}::uuid[], ${columnOf(entries, 'title')}::text[], ${columnOf(entries, 'body')}::text[],
          ${columnOf(created, 'publishedAt')}::timestamptz[], ${columnOf(created, 'createdAt')}::timestamptz[])
          as n (id, title, body, published_at, created_at)`.execute(tx.db),
    )
    const tags = created.flatMap(({ id, tagIds }) =>
      tagIds.slice(0, 20).map((tagId, position) => ({ id, tagId, position })),
    )
    tx.defer(
      sql`insert into changelog_entry_tags (workspace_id, entry_id, tag_id, position)
        select ${scope.workspaceId}::uuid, n.* from unnest(${columnOf(tags, 'id')}::uuid[], ${columnOf(tags, 'tagId')}::uuid[],
          ${columnOf(tags, 'position')}::int[]) as n`.execute(tx.db),
    )
  }
  batch.remember(
    'changelog',
    created.map(({ record, id }) => ({
      sourceId: record.id,
      targetId: id,
      fields: entryFields(record),
      isCreated: true,
    })),
  )
  await updateEntries(
    batch,
    records.flatMap((record) => {
      const row = remembered.get(record.id)
      return row ? [{ record, row }] : []
    }),
  )
}

const entryFields = ({ title, body }: ImportedEntry) => ({ title: shortHash(title), body: shortHash(body) })

async function updateEntries(
  batch: Batch,
  known: { record: Located<ImportedEntry>; row: RememberedRow }[],
): Promise<void> {
  const { scope, tx } = batch
  const differing = known.filter(({ record, row }) => {
    const fields = entryFields(record)
    return fields.title !== row.fields.title || fields.body !== row.fields.body
  })
  batch.count('changelog', 'unchanged', known.length - differing.length)
  if (differing.length === 0) return
  const { rows } = await sql<{ id: string; title: string; body: string }>`
    select id, title, body from changelog_entries where workspace_id = ${scope.workspaceId}
      and id = any(${differing.map(({ row }) => row.targetId)}::uuid[]) order by id
    ${tx === null ? sql`` : sql`for update`}`.execute(scope.db)
  const current = new Map(rows.map((row) => [row.id, row]))
  const changes = differing.flatMap(({ record, row }) => {
    const now = current.get(row.targetId)
    if (now === undefined) return []
    const after = Object.fromEntries(
      (['title', 'body'] as const)
        .filter((name) => record[name] !== now[name] && shortHash(now[name]) === row.fields[name])
        .map((name) => [name, record[name]]),
    )
    const before = Object.fromEntries(Object.keys(after).map((name) => [name, now[name as 'title']]))
    return [{ row, before, after, fields: entryFields(record), values: { ...now, ...after } }]
  })
  const updated = changes.filter(({ after }) => Object.keys(after).length > 0)
  batch.count('changelog', 'updated', updated.length)
  batch.count('changelog', 'unchanged', differing.length - updated.length)
  batch.rememberChanges('changelog', changes)
  const values = columnOf(updated, 'values')
  tx?.defer(
    sql`update changelog_entries e set title = n.title, body = n.body, updated_at = ${scope.now}
      from unnest(${columnOf(values, 'id')}::uuid[], ${columnOf(values, 'title')}::text[], ${columnOf(values, 'body')}::text[])
        as n (id, title, body)
      where e.workspace_id = ${scope.workspaceId} and e.id = n.id`.execute(tx.db),
  )
}
