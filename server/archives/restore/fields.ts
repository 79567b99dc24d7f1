import type { ArchivedTable } from '../format.ts'

// The fields of records that a newer archive updates (updates.ts). Columns that only make sense together are one field.

const identifier = (name: string): string => `"${name}"`

export type Field = readonly string[]

const updatable: Partial<Record<string, readonly Field[]>> = {
  boards: [['name'], ['accepts_requests'], ['is_public'], ['reviews_new'], ['reviews_comments']],
  companies: [['name'], ['revenue_amount', 'revenue_currency'], ['attributes']],
  customers: [['email'], ['name', 'name_source'], ['external_id'], ['company_id'], ['attributes']],
  tags: [['name'], ['color']],
  feedback: [
    ['board_id'],
    ['title'],
    ['description'],
    ['status', 'product_stage'],
    ['owner_id'],
    ['votes_without_voters'],
  ],
  roadmap: [['title'], ['description'], ['status', 'sort_order'], ['target_precision', 'target_date']],
  changelog: [
    ['title'],
    ['body'],
    ['version_label'],
    ['reactions_enabled'],
    ['comments_enabled'],
    // The audience of an entry's announcement changes only together with its publication.
    [
      'state',
      'published_at',
      'scheduled_publish_at',
      'scheduled_timezone',
      'publish_audience',
      'publish_audience_id',
      'completes_linked',
      'completion_notifies',
      'completion_note',
    ],
  ],
  comments: [['body']],
  views: [['name'], ['query']],
}

/** Returns the fields that a newer archive updates, of those that this archive has. */
export const fieldsOf = ({ name }: ArchivedTable, columns: readonly string[]): readonly Field[] =>
  (updatable[name] ?? []).filter((field) => field.every((column) => columns.includes(column)))

export const isUpdatable = ({ name }: ArchivedTable): boolean => updatable[name] !== undefined

const hashOf = (field: Field, alias: string): string =>
  `left(md5(row(${field.map((column) => `${alias}.${identifier(column)}`).join(', ')})::text), 12)`

/** Returns SQL for the hashes of all fields of a row with the alias. */
export const fieldHashes = (fields: readonly Field[], alias: string): string =>
  fields.length === 0
    ? `'{}'::jsonb`
    : `jsonb_build_object(${fields.map((field) => `'${field[0]}', ${hashOf(field, alias)}`).join(', ')})`
