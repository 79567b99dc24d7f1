import { randomUUID } from 'node:crypto'
import { GraphQLError } from 'graphql'
import { isUuid } from '../../../platform/ids.ts'
import type { FakeIssue } from '../fake-tracker.ts'

interface Entity {
  id: string
  name: string
}

interface Team extends Entity {
  key: string
  retiredAt: string | null
}

interface Project extends Entity {
  accessibleTeams: Team[]
}

interface Label extends Entity {
  team: Team | null
  isGroup: boolean
  retiredAt: null
}

interface User extends Entity {
  displayName: string
  active: boolean
  isAssignable: boolean
}

/** An issue as GraphQL exposes it; `stored` is the issue as tests see it. */
export interface LinearIssue {
  id: string
  identifier: string
  url: string
  archivedAt: string | null
  trashed: boolean | null
  state: { name: string; type: string }
  stored: FakeIssue
}

export interface LinearData {
  organization: { id: string; name: string; urlKey: string }
  teams: Team[]
  projects: Project[]
  labels: Label[]
  users: User[]
  issues: LinearIssue[]
  hooks: { id: string; url: string; secret: string }[]
  /** The team that the caller cannot see. */
  hiddenTeamId: string | null
  /** Ids of issues whose state cannot be read. */
  brokenIssueIds: Set<string>
  /** Whether the caller is an administrator. */
  isAdmin: boolean
}

/** Returns the data visible to the caller, without a hidden team and everything that belongs only to it. */
export function visibleData(data: LinearData): LinearData {
  const isSeen = ({ id }: { id: string }) => id !== data.hiddenTeamId
  const projects = data.projects.map((project) => ({
    ...project,
    accessibleTeams: project.accessibleTeams.filter(isSeen),
  }))
  return {
    ...data,
    teams: data.teams.filter(isSeen),
    projects: projects.filter(({ accessibleTeams }) => accessibleTeams.length > 0),
    labels: data.labels.filter(({ team }) => team === null || isSeen(team)),
    issues: data.issues.filter(({ stored }) => isSeen({ id: stored.teamId })),
  }
}

export const named = (name: string): Entity => ({ id: randomUUID(), name })

/** Returns a user error in the format of Linear. */
export const inputError = (message: string, userPresentableMessage: string): GraphQLError =>
  userError(message, { type: 'invalid input', code: 'INPUT_ERROR', statusCode: 400, userPresentableMessage })

export const missing = (kind: string): GraphQLError =>
  inputError(`Entity not found: ${kind}`, `Could not find referenced ${kind}.`)

export const userError = (message: string, extensions: object): GraphQLError =>
  new GraphQLError(message, { extensions: { ...extensions, userError: true } })

export interface Page {
  filter?: object | null
  first?: number | null
  includeArchived?: boolean | null
}

/** Returns a list as Linear does: filtered, without archived items, 50 items by default. */
export function listPage<T extends object>(all: T[], { filter, first, includeArchived }: Page): { nodes: T[] } {
  if ((first ?? 50) > 250) throw inputError('Argument Validation Error', 'first must not be greater than 250.')
  requireUuids(filter)
  const isShown = (entity: T) => includeArchived || memberOf(entity, 'archivedAt') == null
  return { nodes: all.filter((entity) => isShown(entity) && matches(filter, entity)).slice(0, first ?? 50) }
}

const memberOf = (value: unknown, name: string): unknown => (value as Record<string, unknown> | null)?.[name]

function requireUuids(filter: unknown): void {
  if (typeof filter !== 'object' || filter === null) return
  for (const [name, inner] of Object.entries(filter)) {
    const ids = name === 'id' ? Object.values(inner as object).flat() : []
    if (!ids.every((id) => isUuid(String(id)))) throw inputError('Argument Validation Error', 'id must be a UUID.')
    requireUuids(inner)
  }
}

/** The comparators of Linear's filters that Heed uses. */
const comparators: Record<string, (wanted: unknown, value: unknown) => boolean> = {
  eq: (wanted, value) => value === wanted,
  in: (wanted, value) => (wanted as unknown[]).includes(value),
  null: (wanted, value) => (value == null) === wanted,
  or: (wanted, value) => (wanted as unknown[]).some((filter) => matches(filter, value)),
  some: (wanted, value) => (value as unknown[]).some((entity) => matches(wanted, entity)),
}

function matches(filter: unknown, value: unknown): boolean {
  return Object.entries(filter ?? {}).every(([name, wanted]) => {
    const compare = comparators[name]
    if (compare) return compare(wanted, value)
    if (typeof value === 'object' && (value === null || name in value)) return matches(wanted, memberOf(value, name))
    throw new Error(`This fake does not support filtering by ${name}`)
  })
}
