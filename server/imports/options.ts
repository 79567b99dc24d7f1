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

/** How to read an import. The options are stored, so that a killed import is resumed in the same way. */
export const ImportOptions = Strict({
  /** The column to read for each field, keyed by field: `{ "title": "Subject" }`. */
  map: Type.Optional(Type.Record(Type.String({ maxLength: 64 }), Type.String({ maxLength: 300 }))),
  /** The status here for each status of the source, keyed by its name there. */
  statuses: Type.Optional(Type.Record(Type.String({ maxLength: 200 }), OneOf([...importedStatuses]))),
  /** The slug of the board for requests without one. */
  board: Type.Optional(Text({ min: 1, max: 63 })),
  /** Whether 3/4/2026 is March 4 or April 3, if the column does not show it. */
  dateOrder: Type.Optional(OneOf(['mdy', 'dmy'])),
  /** What to download from a GitHub repository. */
  kinds: Type.Optional(Type.Array(OneOf([...gitHubKinds]))),
  /** Refuses the whole import if any row is refused. */
  isStrict: Type.Optional(Type.Boolean()),
})
export type ImportOptions = Static<typeof ImportOptions>
