import { type ArchivedTable, memberName } from '../format.ts'
import { hasParent, rememberAdditions } from './additions.ts'
import { fieldHashes, fieldsOf } from './fields.ts'

export const identifier = (name: string): string => `"${name}"`

// The parameters of every statement: $1 workspace, $2 records, $3 origin, $4 import, $5 now.

// Entries whose time passed between the export and the import become drafts: publishing them would email people at
// once.
const isOverdue = `(r."scheduledPublishAt" is not null and r."scheduledPublishAt" <= $5::timestamptz)`

/** Values of columns that differ from those of the record. The record has the alias `r`. */
const replaced: Partial<Record<string, Record<string, string>>> = {
  changelog: {
    scheduled_publish_at: `case when not ${isOverdue} then r."scheduledPublishAt" end`,
    scheduled_timezone: `case when not ${isOverdue} then r."scheduledTimezone" end`,
    publish_audience: `case when ${isOverdue} then 'everyone' else r."publishAudience" end`,
    publish_audience_id: `case when not ${isOverdue} then r."publishAudienceId" end`,
    completes_linked: `not ${isOverdue} and r."completesLinked"`,
    completion_notifies: `${isOverdue} or r."completionNotifies"`,
    completion_note: `case when not ${isOverdue} then r."completionNote" end`,
  },
}

/** Values of columns that no record has. */
const added: Partial<Record<string, Record<string, string>>> = {
  members: { awaits_invitation: 'true' },
  // The recipients were emailed before the export, or will not be emailed.
  announcements: { fanned_out_at: 'r."dueAt"' },
  tracker_connections: {
    checked_at: '$5::timestamptz',
    disconnected_at: '$5::timestamptz',
    connected_by_type: `'system'`,
  },
  imported_votes: { import_id: '$4::uuid' },
  webhooks: {
    disabled_reason: `'manual'`,
    secret: 's.secret',
    last_event_id: `'00000000-0000-0000-0000-000000000000'`,
    last_sequence: '0',
    updated_at: '$5::timestamptz',
  },
}

/** Conditions on the records of a file that are inserted. */
const conditions: Partial<Record<string, string>> = {
  // A request that was merged in the original workspace, but not in this one, stays a request.
  merges: ` and not exists (select from feedback f where f.workspace_id = $1::uuid and f.id = r."feedbackId")`,
}

/** Returns the records as rows with the alias `r`, with their number as `n`. */
export function recordsSource(archived: ArchivedTable, columns: string[], types: Map<string, string>): string {
  const definitions = columns.map((column) => `${identifier(memberName(archived, column))} ${types.get(column)}`)
  const names = columns.map((column) => identifier(memberName(archived, column)))
  return `rows from (json_to_recordset($2::json) as (${definitions.join(', ')}))
    with ordinality as r (${names.join(', ')}, n)`
}

export const valuesOf = (archived: ArchivedTable, columns: string[]): [column: string, value: string][] => [
  ...columns.map((column): [string, string] => [
    column,
    replaced[archived.name]?.[column] ?? `r.${identifier(memberName(archived, column))}`,
  ]),
  ...Object.entries(added[archived.name] ?? {}),
]

/**
 * Returns the statement that inserts records, and records the row of each record with an id. Existing rows are not
 * changed. It returns the keys of the inserted rows as text.
 */
export function insertSql(archived: ArchivedTable, columns: string[], types: Map<string, string>): string {
  const { table, key } = archived
  const values = valuesOf(archived, columns)
  const hasId = key.length === 1 && key[0] === 'id'
  const secrets = table === 'webhooks' ? 'join unnest($6::bytea[]) with ordinality as s (secret, m) on s.m = r.n' : ''
  // If the id was taken, the record has both its original id and the one derived from it.
  const fields = fieldsOf(archived, columns)
  const remembered = hasId
    ? `, remembered as (
        insert into archived_records (workspace_id, origin_id, table_name, source_id, target_id, import_id, fields)
        select $1::uuid, $3::uuid, '${table}', coalesce(i.source_id, added.id), added.id, $4::uuid, ${fieldHashes(fields, 'added')}
        from added left join unnest($${secrets ? 7 : 6}::uuid[], $${secrets ? 8 : 7}::uuid[]) as i (target_id, source_id)
          on i.target_id = added.id
        on conflict do nothing)`
    : ''
  const invited =
    table === 'members'
      ? `, invited as (
        insert into invitations (workspace_id, id, email, role, hash, invited_by_type, expires_at, created_at)
        select $1::uuid, added.id, added.email, added.role, sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())),
          'system', $5::timestamptz + interval '7 days', $5::timestamptz from added
        on conflict do nothing)`
      : ''
  const additions = hasParent(archived) ? rememberAdditions(archived, 6) : ''
  const returned = hasParent(archived)
    ? '*'
    : [...(table === 'members' ? ['id', 'email', 'role'] : key), ...fields.flat()].map(identifier).join(', ')
  return `with added as (
      insert into ${identifier(table)} (workspace_id, ${values.map(([column]) => identifier(column)).join(', ')})
      select $1::uuid, ${values.map(([, value]) => value).join(', ')}
      from ${recordsSource(archived, columns, types)} ${secrets}
      where $3::uuid is not null and $4::uuid is not null and $5::timestamptz is not null${conditions[archived.name] ?? ''}
      on conflict do nothing
      returning ${returned})${remembered}${invited}${additions}
    select concat_ws(' ', ${key.map((column) => `added.${identifier(column)}`).join(', ')}) as key from added`
}

/** Returns the statement that writes records into rows that this import has created. It returns their keys. */
export function updateSql(archived: ArchivedTable, columns: string[], types: Map<string, string>): string {
  const { table, key } = archived
  const changed = columns.filter((column) => !key.includes(column))
  const assignments = changed.map((column) => `${identifier(column)} = r.${identifier(memberName(archived, column))}`)
  const condition =
    key.length === 0
      ? 'true'
      : `${key.map((column) => `t.${identifier(column)} = r.${identifier(memberName(archived, column))}`).join(' and ')}
        and exists (select from archived_records a where a.workspace_id = $1::uuid and a.table_name = '${table}'
          and a.target_id = t.id and a.import_id = $4::uuid)`
  return `update ${identifier(table)} t set ${assignments.join(', ')}
    from ${recordsSource(archived, columns, types)}
    where t.workspace_id = $1::uuid and $3::uuid is not null and $4::uuid is not null and $5::timestamptz is not null
      and ${condition}
    returning ${key.length === 0 ? `''` : key.map((column) => `t.${identifier(column)}::text`).join(` || ' ' || `)} as key`
}
