import type { Insertable, Selectable } from 'kysely'
import { Submitter } from '../customers/schema.ts'
import {
  Nullable,
  named,
  OneOf,
  pageQuery,
  type Static,
  Strict,
  Text,
  Timestamp,
  Type,
  Uuid,
} from '../platform/schemas.ts'
import type { Tables } from '../tables.ts'

export const stages = ['pending', 'in_review', 'planned', 'in_progress', 'completed', 'closed'] as const
export type Stage = (typeof stages)[number]

export const feedbackStatuses = ['pending', 'approved', 'rejected', 'spam'] as const
export type FeedbackStatus = (typeof feedbackStatuses)[number]

const title = Text({ min: 1, max: 200, examples: ['Export as CSV'] })
const description = Text({ max: 10_000 })

export const Feedback = named(
  'Feedback',
  Type.Object({
    id: Uuid(),
    title: Type.String(),
    description: Type.String(),
    stage: OneOf([...stages], { description: 'Derived from the moderation status and the product stage.' }),
    status: OneOf([...feedbackStatuses], { description: 'The moderation status.' }),
    votes: Type.Integer(),
    comments: Type.Integer({ description: 'The number of comments, excluding team notes.' }),
    board: Type.Object({ id: Uuid(), slug: Type.String(), name: Type.String() }),
    roadmapItemId: Nullable(Uuid('The roadmap item of this request.')),
    createdAt: Timestamp(),
    updatedAt: Timestamp(),
  }),
)
export type Feedback = Static<typeof Feedback>

export const FeedbackFilter = Strict({
  ...pageQuery,
  stage: Type.Optional(OneOf([...stages])),
  board: Type.Optional(Text({ min: 1, max: 100, description: 'The UUID or slug of a board.' })),
  search: Type.Optional(
    Text({ min: 1, max: 200, description: 'Text to find in the title or the description, ignoring case.' }),
  ),
})
export type FeedbackFilter = Static<typeof FeedbackFilter>

const metadata = Type.Unsafe<Record<string, string | number | boolean | null>>({
  type: 'object',
  maxProperties: 10,
  propertyNames: { type: 'string', 'x-storable': true, minLength: 1, maxLength: 64 },
  additionalProperties: { type: ['string', 'number', 'boolean', 'null'], 'x-text': true, maxLength: 1000 },
  description: 'Private context for the team, with at most 10 keys.',
})

export const FeedbackCreate = named(
  'FeedbackCreate',
  Strict({
    title,
    description: Type.Optional(description),
    boardId: Type.Optional(
      Text({
        min: 1,
        max: 100,
        description: 'The UUID or slug of a board. Default: the first board that accepts requests.',
      }),
    ),
    submitter: Type.Optional(Submitter),
    sourceUrl: Type.Optional(
      Type.String({
        'x-text': true,
        format: 'http-url',
        maxLength: 2048,
        description: 'Where the request came from. Private context for the team.',
      }),
    ),
    metadata: Type.Optional(metadata),
  }),
)
export type FeedbackCreate = Static<typeof FeedbackCreate>

export const FeedbackUpdate = named(
  'FeedbackUpdate',
  Strict({ title: Type.Optional(title), description: Type.Optional(description) }, { minProperties: 1 }),
)
export type FeedbackUpdate = Static<typeof FeedbackUpdate>

/**
 * The text fields of a request and their columns. Creating, updating, locking, the audit log and the customer's data
 * export use this map.
 */
const editableColumns = { title: 'title', description: 'description' } as const satisfies Record<
  keyof FeedbackUpdate,
  keyof Tables['feedback']
>

type EditableField = keyof typeof editableColumns
type EditableColumn = (typeof editableColumns)[EditableField]
type FieldOf<Column> = { [F in EditableField]: (typeof editableColumns)[F] extends Column ? F : never }[EditableField]
type ByField<Row> = { [Column in keyof Row as FieldOf<Column>]: Row[Column] }

export type EditableFields = ByField<Selectable<Tables['feedback']>>

/** The same fields for an insert, where nullable fields are optional. */
export type NewEditableFields = ByField<Insertable<Tables['feedback']>>

/** Each editable field with its column. */
export const editableFields = Object.entries(editableColumns) as [EditableField, EditableColumn][]

/** Selects each editable field under its own name. */
export const editableSelection = editableFields.map(([field, column]) => `${column} as ${field}`) as {
  [F in EditableField]: `${(typeof editableColumns)[F]} as ${F}`
}[EditableField][]

/** Returns the columns of the editable fields among `fields`. */
export const toEditableColumns = <F extends Partial<NewEditableFields>>(fields: F) =>
  Object.fromEntries(
    editableFields.filter(([field]) => fields[field] !== undefined).map(([field, column]) => [column, fields[field]]),
  ) as F extends NewEditableFields
    ? Pick<Insertable<Tables['feedback']>, EditableColumn>
    : Partial<Pick<Insertable<Tables['feedback']>, EditableColumn>>

export const StageChange = named('StageChange', Strict({ stage: OneOf([...stages]) }))
export const StatusChange = named('StatusChange', Strict({ status: OneOf([...feedbackStatuses]) }))
