import { createHash } from 'node:crypto'
import type { PoolClient } from 'pg'
import { type ArchivedTable, memberName } from '../format.ts'

/** How the ids of an archive map to ids of this workspace. */
export interface IdMap {
  /** The ids that differ in this workspace. */
  changed: Map<string, string>
  /** The ids, in the archive, of records that exist already, by table. */
  existing: Map<string, Set<string>>
  /** The existing records that this import created before it was interrupted. */
  own: Set<string>
  /** The existing records that an earlier import created. */
  known: Set<string>
  /**
   * The records that an earlier import created and that have been deleted or merged since. They are not created again.
   */
  gone: Set<string>
}

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/**
 * Replaces all ids of a record that differ in this workspace: its own, its references, and ids in texts, such as in the
 * URL of an image.
 */
export const translateIds = ({ changed }: IdMap, text: string): string =>
  changed.size === 0 ? text : text.replaceAll(uuids, (id) => changed.get(id) ?? id)

/**
 * Derives an id for a record whose id is taken. The result is always the same, so that an import that was killed can be
 * resumed. The time in the id is kept, because ids order records that were created at the same time.
 */
export function deriveId(importId: string, id: string): string {
  const hash = createHash('sha256').update(`${importId} ${id}`).digest('hex')
  return `${id.slice(0, 13)}-7${hash.slice(0, 3)}-8${hash.slice(3, 6)}-${hash.slice(6, 18)}`
}

/**
 * The natural keys that identify a record if its id differs, as SQL with the aliases `t` for the row and `r` for the
 * record.
 */
const naturalKeys: Partial<Record<string, { members: string[]; condition: string }>> = {
  boards: { members: ['slug'], condition: 't.slug = r.slug' },
  tags: { members: ['name'], condition: 'lower(t.name) = lower(r.name)' },
  companies: { members: ['externalId'], condition: 't.external_id = r."externalId"' },
  customers: {
    members: ['externalId', 'email'],
    condition: '(t.external_id = r."externalId" or lower(t.email) = lower(r.email))',
  },
  members: { members: ['email'], condition: 'lower(t.email) = lower(r.email)' },
}

interface Target {
  client: PoolClient
  workspaceId: string
  importId: string
  originId: string
  /** Whether the archive replaces the boards of the workspace. */
  isRebuild: boolean
}

/**
 * Looks up the ids of some records in this workspace. A record exists if an earlier import of the same workspace
 * created it, if a row has the same natural key, or if the archive was exported from this workspace. An id is taken if
 * another row has it.
 */
export async function resolveIds(
  { client, workspaceId, importId, originId, isRebuild }: Target,
  archived: ArchivedTable,
  records: { id: string; [member: string]: unknown }[],
  map: IdMap,
): Promise<void> {
  const { name, table } = archived
  const existing = map.existing.get(table) ?? new Set()
  map.existing.set(table, existing)
  const ids = records.map(({ id }) => id)
  const note = (sourceId: string, targetId: string) => {
    existing.add(sourceId)
    if (sourceId !== targetId) map.changed.set(sourceId, targetId)
  }
  const imported = await client.query<{ source: string; target: string; isOwn: boolean; isGone: boolean }>(
    `select source_id as source, target_id as target, import_id = $5 as "isOwn",
       not exists (select from ${table} t where t.workspace_id = $1 and t.id = a.target_id) as "isGone"
     from archived_records a
     where workspace_id = $1 and origin_id = $2 and table_name = $3 and source_id = any($4::uuid[])`,
    [workspaceId, originId, table, ids, importId],
  )
  for (const { source, target, isOwn, isGone } of imported.rows) {
    note(source, target)
    if (isOwn) map.own.add(source)
    else map.known.add(source)
    if (isGone) map.gone.add(source)
  }
  const natural = isRebuild && table === 'boards' ? undefined : naturalKeys[name]
  if (natural) {
    const definitions = ['id', ...natural.members].map((member) => `"${member}" ${member === 'id' ? 'uuid' : 'text'}`)
    const rest = records.filter(({ id }) => !existing.has(id))
    const matched = await client.query<{ source: string; target: string }>(
      `select distinct on (r.id) r.id as source, t.id as target
       from json_to_recordset($2::json) as r (${definitions.join(', ')})
       join ${table} t on t.workspace_id = $1 and ${natural.condition}
       order by r.id, ${name === 'customers' ? 't.external_id is not distinct from r."externalId" desc,' : ''} t.id`,
      [workspaceId, JSON.stringify(rest)],
    )
    for (const { source, target } of matched.rows) note(source, target)
  }
  // Trackers send webhooks to the id of a connection alone, so no two workspaces can have the same.
  const scope = table === 'tracker_connections' ? '$1::uuid is not null' : 'workspace_id = $1'
  const { rows: taken } = await client.query<{ id: string }>(
    `select id from ${table} where ${scope} and id = any($2::uuid[])`,
    [workspaceId, ids.filter((id) => !existing.has(id))],
  )
  for (const { id } of taken) {
    if (workspaceId === originId) existing.add(id)
    else map.changed.set(id, deriveId(importId, id))
  }
}

/** Returns whether the records of a table have an id of their own. */
export const hasId = ({ key, isUpdate }: ArchivedTable): boolean =>
  key.length === 1 && key[0] === 'id' && isUpdate !== true

/** Returns the key of a record, as the statements return it. */
export const keyOf = (archived: ArchivedTable, record: Record<string, unknown>): string =>
  archived.key.map((column) => record[memberName(archived, column)]).join(' ')
