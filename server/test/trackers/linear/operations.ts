import { randomUUID } from 'node:crypto'
import type { FakeIssue } from '../fake-tracker.ts'
import {
  inputError,
  type LinearData,
  type LinearIssue,
  listPage,
  missing,
  type Page,
  userError,
  visibleData,
} from './data.ts'

interface IssueInput {
  id?: string | null
  teamId: string
  title?: string | null
  description?: string | null
  projectId?: string | null
  labelIds?: string[] | null
  assigneeId?: string | null
  priority?: number | null
}

interface AttachmentInput {
  issueId: string
  url: string
}

interface WebhookInput {
  url: string
  secret?: string | null
  teamId?: string | null
}

/** The supported operations of the API. Any other is an error, or null where the schema allows it. */
export const createOperations = (data: LinearData) => ({
  ...queriesOn(visibleData(data)),
  ...mutationsOn(data, visibleData(data)),
})

const queriesOn = (seen: LinearData) => ({
  organization: seen.organization,
  teams: (page: Page) => listPage(seen.teams, page),
  projects: (page: Page) => {
    const all = seen.projects.map((project) => ({
      ...project,
      teams: (inner: Page) => listPage(project.accessibleTeams, inner),
    }))
    return listPage(all, page)
  },
  issueLabels: (page: Page) => listPage(seen.labels, page),
  users: (page: Page) =>
    listPage(
      seen.users.filter(({ active }) => active),
      page,
    ),
  issues: (page: Page) => ({
    nodes: listPage(seen.issues, page).nodes.map((issue) => ({
      ...issue,
      title: issue.stored.title,
      state: () => {
        if (seen.brokenIssueIds.has(issue.id)) throw missing('WorkflowState')
        return issue.state
      },
    })),
  }),
})

const mutationsOn = (data: LinearData, seen: LinearData) => ({
  issueCreate: ({ input }: { input: IssueInput }) => {
    const issue = createIssue(data, seen, input)
    return { success: true, lastSyncId: 1, issue: { ...issue, title: issue.stored.title } }
  },
  attachmentCreate: ({ input: { issueId, url } }: { input: AttachmentInput }) => {
    const { attachments } = required(seen.issues, issueId, 'Issue').stored
    if (!attachments.includes(url)) attachments.push(url)
    return { success: true, lastSyncId: 1 }
  },
  webhookCreate: ({ input: { url, secret, teamId } }: { input: WebhookInput }) => {
    requireAdmin(data)
    if (teamId != null) required(seen.teams, teamId, 'Team')
    const hook = { id: randomUUID(), url, secret: secret ?? randomUUID() }
    data.hooks.push(hook)
    return { success: true, lastSyncId: 1, webhook: hook }
  },
  webhookDelete: ({ id }: { id: string }) => {
    requireAdmin(data)
    const hook = required(data.hooks, id, 'Webhook')
    data.hooks.splice(data.hooks.indexOf(hook), 1)
    return { success: true, lastSyncId: 1, entityId: id }
  },
})

function createIssue(data: LinearData, seen: LinearData, input: IssueInput): LinearIssue {
  const team = required(seen.teams, input.teamId, 'Team')
  const stored = toFakeIssue(input)
  if (stored.title === '') throw inputError('Argument Validation Error', 'title must not be empty.')
  if (!/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(stored.id)) {
    throw inputError('Argument Validation Error', 'id must be a UUID.')
  }
  if (data.issues.some(({ id }) => id === stored.id)) {
    throw inputError('conflict on insert of Issue', `Entity Issue with id ${stored.id} already exists.`)
  }
  if (stored.projectId !== null) {
    const { accessibleTeams } = required(seen.projects, stored.projectId, 'Project')
    if (!accessibleTeams.includes(team)) throw inputError('Discrepancy', 'The project is not in the same team.')
  }
  if (stored.assigneeId !== null) required(seen.users, stored.assigneeId, 'User')
  for (const id of stored.labelIds) required(seen.labels, id, 'IssueLabel')
  const identifier = `${team.key}-${data.issues.length + 1}`
  const url = `https://linear.app/${data.organization.urlKey}/issue/${identifier}/as-its-title-says`
  const state = { name: 'Backlog', type: 'backlog' }
  const issue = { id: stored.id, identifier, url, archivedAt: null, trashed: null, state, stored }
  data.issues.push(issue)
  return issue
}

const toFakeIssue = ({ id, title, description, labelIds, ...input }: IssueInput): FakeIssue => ({
  id: id ?? randomUUID(),
  title: title ?? '',
  description: description ?? '',
  teamId: input.teamId,
  projectId: input.projectId ?? null,
  labelIds: labelIds ?? [],
  assigneeId: input.assigneeId ?? null,
  priority: input.priority ?? null,
  attachments: [],
})

function required<T extends { id: string }>(all: T[], id: string, kind: string): T {
  const entity = all.find((candidate) => candidate.id === id)
  if (entity === undefined) throw missing(kind)
  return entity
}

function requireAdmin({ isAdmin }: LinearData): void {
  if (isAdmin) return
  const extensions = { type: 'forbidden', code: 'FORBIDDEN', statusCode: 403 }
  throw userError('Invalid role: admin required', { ...extensions, userPresentableMessage: 'You need to be an admin.' })
}
