import { stages } from '../feedback/schema.ts'
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
import { emoji } from './reactions/emoji.ts'

export const Entry = named(
  'ChangelogEntry',
  Type.Object({
    id: Uuid(),
    state: OneOf(['draft', 'published']),
    title: Type.String(),
    body: Type.String({ description: 'Markdown.' }),
    versionLabel: Nullable(Type.String()),
    tagIds: Type.Array(Uuid()),
    linkedFeedbackIds: Type.Array(Uuid()),
    linkedFeedback: Type.Array(Type.Object({ id: Uuid(), title: Type.String(), stage: OneOf([...stages]) }), {
      description: 'The linked requests in their current state.',
    }),
    reactionsEnabled: Type.Boolean(),
    commentsEnabled: Type.Boolean(),
    scheduledPublishAt: Nullable(Timestamp('When Heed publishes the entry.')),
    scheduledTimezone: Nullable(Type.String({ description: 'The IANA time zone in which the schedule was set.' })),
    publishedAt: Nullable(Timestamp()),
    reactions: Type.Unsafe<Record<string, number>>({
      type: 'object',
      additionalProperties: { type: 'integer' },
      description: `The number of reactions by emoji. Possible emoji: ${emoji.join(' ')}. Unused ones are omitted.`,
    }),
    comments: Type.Integer({ description: 'The number of comments, excluding team notes.' }),
    createdAt: Timestamp(),
    updatedAt: Timestamp(),
  }),
)
export type Entry = Static<typeof Entry>

export const EntryFilter = Strict({ ...pageQuery, state: Type.Optional(OneOf(['draft', 'published'])) })
export type EntryFilter = Static<typeof EntryFilter>

const title = Text({ min: 1, max: 200, examples: ['CSV export'] })

const optionalFields = {
  body: Type.Optional(Text({ max: 100_000, description: 'Markdown. Default: empty.' })),
  versionLabel: Type.Optional(Nullable(Text({ min: 1, max: 64, examples: ['v2.4'] }))),
  tagIds: Type.Optional(Type.Array(Uuid(), { maxItems: 20, uniqueItems: true, description: 'Ids from `GET /tags`.' })),
  linkedFeedbackIds: Type.Optional(
    Type.Array(Uuid(), { maxItems: 100, uniqueItems: true, description: 'The requests that this entry addresses.' }),
  ),
  reactionsEnabled: Type.Optional(Type.Boolean({ description: 'Default: true.' })),
  commentsEnabled: Type.Optional(Type.Boolean({ description: 'Default: true.' })),
  scheduledPublishAt: Type.Optional(
    Nullable(Timestamp('A time in the future, with offset (RFC 3339). `null` clears the schedule.')),
  ),
  scheduledTimezone: Type.Optional(
    Nullable(Type.String({ format: 'timezone', maxLength: 64, examples: ['Europe/Berlin'] })),
  ),
}

export const EntryCreate = named('ChangelogEntryCreate', Strict({ title, ...optionalFields }))
export type EntryCreate = Static<typeof EntryCreate>

export const EntryUpdate = named(
  'ChangelogEntryUpdate',
  Strict({ title: Type.Optional(title), ...optionalFields }, { minProperties: 1 }),
)
export type EntryUpdate = Static<typeof EntryUpdate>

export const EntryDeleted = named('ChangelogEntryDeleted', Type.Object({ id: Uuid(), deleted: Type.Boolean() }))
