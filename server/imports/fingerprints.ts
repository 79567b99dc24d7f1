import { type RawBuilder, sql } from 'kysely'
import type { WriteScope } from '../platform/scope.ts'

// A fingerprint is a short hash of the columns of a row that people edit. An import stores it for the rows that it
// creates, so that an undo deletes only rows that nobody has edited. Requests and texts have a hash for each field
// instead, which newer files are compared with (batch.ts).

/** The tables of the resources with a fingerprint, and the columns that people edit. */
const editable = {
  boards: {
    table: 'boards',
    columns: ['name', 'slug', 'accepts_requests', 'is_public', 'reviews_new', 'reviews_comments'],
  },
  tags: { table: 'tags', columns: ['name', 'color'] },
  companies: {
    table: 'companies',
    columns: ['name', 'external_id', 'revenue_amount', 'revenue_currency', 'attributes'],
  },
  customers: {
    table: 'customers',
    columns: [
      ...['name', 'email', 'external_id', 'company_id', 'attributes'],
      // Mail preferences, and access to a private portal.
      ...['notify_changelog', 'notify_replies', 'notify_stages', 'mail_opted_out_at', 'unsubscribed_at'],
      ...['blocked_at', 'is_admitted'],
    ],
  },
  // Titles and bodies have their own hashes.
  changelog: {
    table: 'changelog_entries',
    columns: [
      ...['state', 'published_at', 'scheduled_publish_at', 'version_label', 'reactions_enabled', 'comments_enabled'],
      ...['publish_audience', 'publish_audience_id'],
    ],
  },
} as const

export type FingerprintedResource = keyof typeof editable

export const hasFingerprint = (resource: string): resource is FingerprintedResource => resource in editable

export const tableOf = (resource: FingerprintedResource): string => editable[resource].table

/** Returns SQL for the fingerprint of a row with the alias. */
export const fingerprintOf = (resource: FingerprintedResource, alias: string): RawBuilder<string> =>
  sql.raw(`left(md5(row(${editable[resource].columns.map((column) => `${alias}.${column}`).join(', ')})::text), 12)`)

/**
 * Returns SQL for the condition that a row with the alias is unchanged since the import. The row of `imported_records`
 * has the alias `r`. Rows that were imported before fingerprints existed count as unchanged.
 */
export const isAsImported = (resource: FingerprintedResource, alias: string): RawBuilder<boolean> =>
  sql<boolean>`coalesce(r.fields ->> 'row' = ${fingerprintOf(resource, alias)}, true)`

/**
 * Runs an update of customers by an import or an undo, and updates the fingerprints of the customers that nobody had
 * edited. These are separate statements, because Citus cannot send a single one whole, and rejects the fingerprint in
 * `returning`.
 * @param update a statement that updates customers with these ids
 * @returns the number of updated rows
 */
export async function updateCustomers(
  { db, workspaceId }: Pick<WriteScope, 'db' | 'workspaceId'>,
  ids: string[],
  update: RawBuilder<unknown>,
): Promise<number> {
  const chosen = sql`c.workspace_id = ${workspaceId} and c.id = any(${ids}::uuid[])`
  // Locked, so that nobody edits them before the update.
  const { rows: unedited } = await sql<{ id: string; fingerprint: string }>`
    select c.id, ${fingerprintOf('customers', 'c')} as fingerprint from customers c
    where ${chosen} and exists (select from imported_records r where r.workspace_id = ${workspaceId}
      and r.resource = 'customers' and r.target_id = c.id and r.fields ->> 'row' = ${fingerprintOf('customers', 'c')})
    order by c.id for no key update`.execute(db)
  const { numAffectedRows } = await update.execute(db)
  if (unedited.length > 0) {
    // `offset 0` keeps the subquery, because Citus refuses functions that build JSON in the values of an update.
    await sql`update imported_records r set fields = r.fields || n.fields
      from (select c.id, e.fingerprint, jsonb_build_object('row', ${fingerprintOf('customers', 'c')}) as fields
        from unnest(${unedited.map(({ id }) => id)}::uuid[], ${unedited.map(({ fingerprint }) => fingerprint)}::text[])
          as e (id, fingerprint) join customers c on ${chosen} and c.id = e.id offset 0) n
      where r.workspace_id = ${workspaceId} and r.resource = 'customers' and r.target_id = n.id
        and r.fields ->> 'row' = n.fingerprint`.execute(db)
  }
  return Number(numAffectedRows ?? 0n)
}
