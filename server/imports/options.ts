import { OneOf, type Static, Strict, Text, Type } from '../platform/schemas.ts'
import { gitHubKinds } from './github/queries.ts'
import { importedStatuses } from './records.ts'

/** The products that Heed reads, any CSV or JSON, and Heed's own archives. */
export const importSources = [
  'canny',
  'featurebase',
  'uservoice',
  'fider',
  'quackback',
  'github',
  'csv',
  'json',
  'heed',
] as const
export type ImportSource = (typeof importSources)[number]

/** How to read an import. It is stored, so that an import that was killed goes on in the same way. */
export const ImportOptions = Strict({
  /** The column to read for each field, by the field: `{ "title": "Subject" }`. */
  map: Type.Optional(Type.Record(Type.String({ maxLength: 64 }), Type.String({ maxLength: 300 }))),
  /** What each status of the source means here, by its name there. */
  statuses: Type.Optional(Type.Record(Type.String({ maxLength: 200 }), OneOf([...importedStatuses]))),
  /** The slug of the board for requests without one. */
  board: Type.Optional(Text({ min: 1, max: 63 })),
  /** Whether 3/4/2026 is the fourth of March or the third of April, where the column does not tell. */
  dateOrder: Type.Optional(OneOf(['mdy', 'dmy'])),
  /** What to read of a repository of GitHub. */
  kinds: Type.Optional(Type.Array(OneOf([...gitHubKinds]))),
  /** Refuses the whole import if one row is refused. */
  isStrict: Type.Optional(Type.Boolean()),
})
export type ImportOptions = Static<typeof ImportOptions>
