import Type, { type Static, type TSchema } from 'typebox'
import { Check } from 'typebox/value'
import type { OutboundAnswer } from '../../../platform/outbound/outbound.ts'
import { jsonOf } from '../../client/http.ts'
import { TrackerError } from '../../tracker.ts'

// What Heed reads of GitHub's answers; each has much more.

export const RepositoryShape = Type.Object({
  id: Type.Integer({ minimum: 1 }),
  full_name: Type.String(),
  has_issues: Type.Boolean(),
  archived: Type.Boolean(),
})
export const RepositoriesShape = Type.Array(RepositoryShape)
export const InstallationRepositoriesShape = Type.Object({ repositories: RepositoriesShape })

export const IssueShape = Type.Object({
  number: Type.Integer({ minimum: 1 }),
  title: Type.String(),
  body: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  html_url: Type.String({ pattern: '^https?://' }),
  repository_url: Type.String(),
  state: Type.String(),
  state_reason: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  created_at: Type.String(),
  /** Whose account is gone, is null. */
  user: Type.Optional(Type.Union([Type.Object({ login: Type.String() }), Type.Null()])),
  pull_request: Type.Optional(Type.Unknown()),
})
export type GitHubIssue = Static<typeof IssueShape>
export const IssuesShape = Type.Array(IssueShape)
export const FoundIssuesShape = Type.Object({ items: IssuesShape })

export const MilestoneShape = Type.Object({ number: Type.Integer(), title: Type.String() })
export const MilestonesShape = Type.Array(MilestoneShape)
export const LabelsShape = Type.Array(Type.Object({ name: Type.String() }))
export const AssigneesShape = Type.Array(Type.Object({ login: Type.String() }))
export const UserShape = Type.Object({ login: Type.String(), html_url: Type.String({ pattern: '^https?://' }) })
export const HookShape = Type.Object({ id: Type.Integer() })
export const InstallationTokenShape = Type.Object({ token: Type.String(), expires_at: Type.String() })

/** An organization or a person; an enterprise has a slug instead of a login. */
export const InstallationShape = Type.Object({
  app_slug: Type.Optional(Type.String()),
  account: Type.Object({
    login: Type.Optional(Type.String()),
    slug: Type.Optional(Type.String()),
    html_url: Type.Optional(Type.String()),
  }),
})

/** The JSON of an answer. @throws unavailable when it is something else than GitHub's documents say. */
export function shapeOf<T extends TSchema>(answer: OutboundAnswer, shape: T): Static<T> {
  const json = jsonOf('GitHub', answer)
  if (Check(shape, json)) return json as Static<T>
  throw new TrackerError('unavailable', `GitHub answered ${answer.status} with something that Heed cannot read`, {
    isSettled: false,
  })
}
