import { stages } from '../feedback/schema.ts'
import { Nullable, named, OneOf, type Static, Type } from '../platform/schemas.ts'
import { roadmapStatuses } from '../roadmap/schema.ts'

export const plans = ['free', 'starter', 'growth'] as const
export type Plan = (typeof plans)[number]

const countsBy = <const K extends string>(keys: readonly K[]) =>
  Type.Unsafe<Record<K, number>>(Type.Object(Object.fromEntries(keys.map((key) => [key, Type.Integer()]))))

export const WorkspaceSummary = named(
  'WorkspaceSummary',
  Type.Object({
    name: Type.String(),
    slug: Type.String(),
    plan: OneOf([...plans]),
    limits: Type.Object({
      trackedCustomers: Type.Object({
        used: Type.Integer(),
        max: Nullable(Type.Integer({ description: 'Null if the plan has no limit.' })),
      }),
      requestsPerMinute: Type.Object({ key: Type.Integer(), workspace: Type.Integer() }),
    }),
    counts: Type.Object({
      feedback: Type.Object({ total: Type.Integer(), byStage: countsBy(stages) }),
      roadmap: Type.Object({ total: Type.Integer(), byStatus: countsBy(roadmapStatuses) }),
      changelog: Type.Object({ draft: Type.Integer(), published: Type.Integer() }),
    }),
    setup: Type.Object(
      {
        board: Type.Boolean(),
        feedback: Type.Boolean(),
        roadmap: Type.Boolean(),
        changelogPublished: Type.Boolean(),
        tracker: Type.Boolean(),
        email: Type.Boolean(),
        complete: Type.Boolean(),
      },
      { description: 'Setup steps: whether at least one exists, or whether it is connected or configured.' },
    ),
  }),
)
export type WorkspaceSummary = Static<typeof WorkspaceSummary>
