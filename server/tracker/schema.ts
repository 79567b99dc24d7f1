import { Nullable, named, OneOf, type Static, Strict, Text, Timestamp, Type, Uuid } from '../platform/schemas.ts'
import { providers } from './tracker.ts'

const id = Text({ min: 1, max: 255 })

/** What one issue can set differently from the connection's defaults (contract §8). */
const overrides = {
  title: Type.Optional(Text({ min: 1, max: 255, description: 'Default: the request’s title.' })),
  description: Type.Optional(
    Text({ max: 100_000, description: 'Default: the request’s text, votes, board and a backlink.' }),
  ),
  teamId: Type.Optional(id),
  projectId: Type.Optional(id),
  labelIds: Type.Optional(Type.Array(id, { maxItems: 50, uniqueItems: true })),
  assigneeId: Type.Optional(id),
  priority: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 4, description: '0 none, 1 urgent, 2 high, 3 medium, 4 low.' }),
  ),
}

export const TrackerOverrides = named('TrackerOverrides', Strict(overrides))
export type TrackerOverrides = Static<typeof TrackerOverrides>

const provider = OneOf([...providers])
const idAndName = Type.Unsafe<{ id: string; name: string } | null>({
  ...Type.Object({ id: Type.String(), name: Type.String() }),
  type: ['object', 'null'],
})

export const TrackerGuidance = named(
  'TrackerGuidance',
  Type.Object({
    action: OneOf(['connect', 'reconnect']),
    message: Type.String(),
    url: Type.String({ format: 'uri' }),
  }),
)
export type TrackerGuidance = Static<typeof TrackerGuidance>

export const TrackerLink = named(
  'TrackerLink',
  Type.Object({
    id: Uuid(),
    provider,
    issueId: Type.String(),
    identifier: Type.String({ examples: ['ENG-142'] }),
    url: Type.String({ format: 'uri' }),
    origin: OneOf(['manual']),
    createdAt: Timestamp(),
  }),
)

export type TrackerLink = Static<typeof TrackerLink>

export const TrackerPreview = named(
  'TrackerPreview',
  Type.Object({
    requestTitle: Type.String({ description: 'The exact title of the request.' }),
    connection: Type.Object({
      provider: Nullable(provider),
      status: OneOf(['connected', 'missing', 'revoked', 'stale']),
      guidance: Nullable(TrackerGuidance),
    }),
    team: idAndName,
    project: idAndName,
    proposedIssue: Type.Object({
      title: Type.String(),
      description: Type.String(),
      teamId: Nullable(Type.String()),
      projectId: Nullable(Type.String()),
      labelIds: Type.Array(Type.String()),
      assigneeId: Nullable(Type.String()),
      priority: Nullable(Type.Integer()),
    }),
    activeLink: Nullable(TrackerLink),
  }),
)
export type TrackerPreview = Static<typeof TrackerPreview>

export const TrackerSent = named('TrackerSent', Type.Object({ link: TrackerLink }))
