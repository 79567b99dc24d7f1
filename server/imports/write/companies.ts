import { sql } from 'kysely'
import { newId } from '../../platform/ids.ts'
import { type Batch, columnOf } from './batch.ts'

/** Finds or creates companies by their external id. @returns a function from the source's id to the id in Heed. */
export async function companiesOf(
  batch: Batch,
  companies: { id: string; name: string }[],
): Promise<(id: string) => string | null> {
  const wanted = [...new Map(companies.map((company) => [company.id, company])).values()]
  await batch.findIds('companies', columnOf(wanted, 'id'))
  const { scope, tx } = batch
  const missing = wanted.filter(({ id }) => batch.knownId('companies', id) === undefined)
  if (missing.length > 0) {
    const existing = await scope.db
      .selectFrom('companies')
      .select(['id', 'external_id'])
      .where('workspace_id', '=', scope.workspaceId)
      .where('external_id', '=', sql<string>`any(${columnOf(missing, 'id')}::text[])`)
      .execute()
    const byExternalId = new Map(existing.map((row) => [row.external_id, row.id]))
    const rows = missing.map(({ id, name }) => ({
      sourceId: id,
      name,
      targetId: byExternalId.get(id) ?? newId(),
      isCreated: !byExternalId.has(id),
    }))
    const created = rows.filter(({ isCreated }) => isCreated)
    batch.count('companies', 'created', created.length)
    batch.count('companies', 'unchanged', rows.length - created.length)
    tx?.defer(
      sql`insert into companies (workspace_id, id, external_id, name, created_at, updated_at)
        select ${scope.workspaceId}::uuid, n.id, n.external_id, n.name, ${scope.now}, ${scope.now}
        from unnest(${columnOf(created, 'targetId')}::uuid[], ${columnOf(created, 'sourceId')}::text[],
          ${columnOf(created, 'name')}::text[]) as n (id, external_id, name)`.execute(tx.db),
    )
    batch.remember('companies', rows)
    for (const { sourceId, targetId } of rows) batch.learn('companies', sourceId, targetId)
  }
  return (id) => batch.knownId('companies', id) ?? null
}
