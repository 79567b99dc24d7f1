import Type, { type Static, type TSchema } from 'typebox'
import { Check } from 'typebox/value'
import type { OutboundResponse } from '../../../platform/outbound/outbound.ts'
import { parseJsonBody } from '../../client/http.ts'
import { TrackerError } from '../../tracker.ts'

// The parts of GitHub's responses that Heed reads.

export const RepositorySchema = Type.Object({
  id: Type.Integer({ minimum: 1 }),
  full_name: Type.String(),
  has_issues: Type.Boolean(),
  archived: Type.Boolean(),
})
export const RepositoriesSchema = Type.Array(RepositorySchema)
export const InstallationRepositoriesSchema = Type.Object({ repositories: RepositoriesSchema })

export const IssueSchema = Type.Object({
  number: Type.Integer({ minimum: 1 }),
  title: Type.String(),
  body: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  html_url: Type.String({ pattern: '^https?://' }),
  repository_url: Type.String(),
  state: Type.String(),
  state_reason: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  created_at: Type.String(),
  /** Null if the account was deleted. */
  user: Type.Optional(Type.Union([Type.Object({ login: Type.String() }), Type.Null()])),
  pull_request: Type.Optional(Type.Unknown()),
})
export type GitHubIssue = Static<typeof IssueSchema>
export const IssuesSchema = Type.Array(IssueSchema)
export const FoundIssuesSchema = Type.Object({ items: IssuesSchema })

export const MilestoneSchema = Type.Object({ number: Type.Integer(), title: Type.String() })
export const MilestonesSchema = Type.Array(MilestoneSchema)
export const LabelsSchema = Type.Array(Type.Object({ name: Type.String() }))
export const AssigneesSchema = Type.Array(Type.Object({ login: Type.String() }))
export const UserSchema = Type.Object({ login: Type.String(), html_url: Type.String({ pattern: '^https?://' }) })
export const WebhookSchema = Type.Object({ id: Type.Integer() })
export const InstallationTokenSchema = Type.Object({ token: Type.String(), expires_at: Type.String() })

/** Belongs to an organization, a person or an enterprise, which has a slug instead of a login. */
export const InstallationSchema = Type.Object({
  app_slug: Type.Optional(Type.String()),
  account: Type.Object({
    login: Type.Optional(Type.String()),
    slug: Type.Optional(Type.String()),
    html_url: Type.Optional(Type.String()),
  }),
})

/** Parses a response. @throws unavailable if it does not match the schema. */
export function parseResponse<T extends TSchema>(response: OutboundResponse, shape: T): Static<T> {
  const json = parseJsonBody('GitHub', response)
  if (Check(shape, json)) return json as Static<T>
  throw new TrackerError('unavailable', `GitHub returned a response that Heed cannot read (${response.status})`, {
    isOutcomeKnown: false,
  })
}
