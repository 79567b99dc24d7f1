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

export const roadmapStatuses = ['planned', 'in_progress', 'done', 'closed'] as const
export type RoadmapStatus = (typeof roadmapStatuses)[number]

const title = Text({ min: 1, max: 200, examples: ['Dark mode'] })
const description = Text({ max: 10_000 })
const status = OneOf([...roadmapStatuses])

const targetDelivery = Nullable(
  named(
    'TargetDelivery',
    Strict(
      {
        precision: OneOf(['quarter', 'date'], { description: 'Whether the date means the day itself or its quarter.' }),
        date: Type.String({ format: 'date', examples: ['2026-09-30'] }),
      },
      { description: 'When the item is planned to be delivered. `null` clears it.' },
    ),
  ),
)

export const RoadmapItem = named(
  'RoadmapItem',
  Type.Object({
    id: Uuid(),
    title: Type.String(),
    description: Type.String(),
    status,
    sortOrder: Type.Number({ description: 'Ascending within the roadmap.' }),
    targetDelivery,
    feedbackId: Uuid('The backing feedback request.'),
    votes: Type.Integer({ description: 'Of the backing request.' }),
    comments: Type.Integer({ description: 'Of the backing request.' }),
    createdAt: Timestamp(),
    updatedAt: Timestamp(),
  }),
)
export type RoadmapItem = Static<typeof RoadmapItem>

export const RoadmapFilter = Strict({ ...pageQuery, status: Type.Optional(status) })
export type RoadmapFilter = Static<typeof RoadmapFilter>

export const RoadmapCreate = named(
  'RoadmapCreate',
  Strict({
    title,
    description: Type.Optional(description),
    status: Type.Optional(OneOf([...roadmapStatuses], { description: 'Default: `planned`.' })),
    targetDelivery: Type.Optional(targetDelivery),
    boardId: Type.Optional(
      Text({ min: 1, max: 100, description: 'The board of the backing request, by UUID or slug. Default: the first.' }),
    ),
  }),
)
export type RoadmapCreate = Static<typeof RoadmapCreate>

export const RoadmapUpdate = named(
  'RoadmapUpdate',
  Strict(
    {
      title: Type.Optional(title),
      description: Type.Optional(description),
      targetDelivery: Type.Optional(targetDelivery),
    },
    { minProperties: 1 },
  ),
)
export type RoadmapUpdate = Static<typeof RoadmapUpdate>

export const RoadmapStatusChange = named('RoadmapStatusChange', Strict({ status }))

export const Promote = named('Promote', Strict({ status, targetDelivery: Type.Optional(targetDelivery) }))
export type Promote = Static<typeof Promote>
