import type { CallKind } from '../fake-tracker.ts'
import type { JiraSite } from './data.ts'
import { projectIn } from './jql.ts'

export interface JiraReply {
  status: number
  body: unknown
}

interface FakeRequest {
  /** The groups that the path pattern captured. */
  at: string[]
  query: URLSearchParams
  body: Record<string, unknown>
}

/** An operation of the REST API: method, path, the kind recorded for the call, and its handler. */
export type JiraRoute = [method: string, path: RegExp, kind: CallKind, answer: (request: FakeRequest) => JiraReply]

const ok = (body: unknown): JiraReply => ({ status: 200, body })
const errorReply = (status: number, message: string): JiraReply => ({
  status,
  body: { errorMessages: [message], errors: {} },
})
const noProject = (id: string): JiraReply => errorReply(404, `No project could be found with key '${id}'.`)
const noIssue = errorReply(404, 'Issue does not exist or you do not have permission to see it.')

/** Returns a page in the format of most Jira lists. */
function paged<T>(items: T[], query: URLSearchParams, most = 50) {
  const startAt = Number(query.get('startAt') ?? 0)
  const maxResults = Math.min(Number(query.get('maxResults') ?? 50), most)
  const page = items.slice(startAt, startAt + maxResults)
  return { page, frame: { startAt, maxResults, total: items.length } }
}

/** @param isAnonymous whether the caller is treated as anonymous, who sees nothing */
export function createJiraRoutes(site: JiraSite, isAnonymous: () => boolean): JiraRoute[] {
  const project = (id: string) => (isAnonymous() ? undefined : site.project(id))
  const visibleIssue = (id: string) => (isAnonymous() ? undefined : site.visibleIssue(id))
  return [
    [
      'GET',
      /^project\/search$/,
      'any',
      ({ query }) => {
        if (query.get('action') !== 'create' || query.get('status') !== 'live')
          return errorReply(400, 'Unexpected parameters.')
        const { page, frame } = paged(
          site.projects.filter(({ id }) => project(id)),
          query,
        )
        const isLast = frame.startAt + page.length >= frame.total
        return ok({ ...frame, isLast, values: page.map(({ id, key, name }) => ({ id, key, name })) })
      },
    ],
    [
      'GET',
      /^project\/(\w+)$/,
      'inspect',
      ({ at: [id = ''] }) => {
        const found = project(id)
        return found ? ok({ id: found.id, key: found.key, name: found.name, archived: false }) : noProject(id)
      },
    ],
    [
      'GET',
      /^mypermissions$/,
      'any',
      ({ query }) => {
        const id = query.get('projectId') ?? ''
        if (!project(id)) return noProject(id)
        const key = 'BROWSE_PROJECTS'
        if (query.get('permissions') !== key) return errorReply(400, 'Unexpected parameters.')
        return ok({ permissions: { [key]: { key, type: 'PROJECT', havePermission: site.canReadIssues(id) } } })
      },
    ],
    ['GET', /^label$/, 'any', () => ok({ values: ['feedback', 'customer'], isLast: true, total: 2 })],
    [
      'GET',
      /^user\/assignable\/search$/,
      'inspect',
      ({ query }) => {
        if (!project(query.get('project') ?? '')) return noProject(query.get('project') ?? '')
        const wanted = query.get('accountId')
        return ok(site.users.filter(({ accountId }) => wanted === null || accountId === wanted))
      },
    ],
    ...createMetaRoutes(site, project),
    ...issueRoutes(site, project, visibleIssue),
  ]
}

function createMetaRoutes(site: JiraSite, project: (id: string) => unknown): JiraRoute[] {
  return [
    [
      'GET',
      /^issue\/createmeta\/(\w+)\/issuetypes$/,
      'any',
      ({ at: [id = ''], query }) => {
        const { page, frame } = paged(site.issueTypes, query, 2)
        return project(id) ? ok({ ...frame, issueTypes: page }) : noProject(id)
      },
    ],
    [
      'GET',
      /^issue\/createmeta\/(\w+)\/issuetypes\/(\d+)$/,
      'any',
      ({ at: [id = '', typeId], query }) => {
        if (!project(id) || !site.issueTypes.some((type) => type.id === typeId)) return noProject(id)
        const { page, frame } = paged(site.createFields(), query, 3)
        return ok({ ...frame, fields: page })
      },
    ],
    [
      'POST',
      /^issue$/,
      'create',
      ({ body: { fields, ...rest } }) => {
        if (Object.keys(rest).length > 0) return errorReply(400, `Unrecognized field "${Object.keys(rest)[0]}"`)
        const made = site.create((fields ?? {}) as Record<string, unknown>)
        return 'errors' in made ? { status: 400, body: made } : { status: 201, body: made }
      },
    ],
  ]
}

function issueRoutes(
  site: JiraSite,
  project: (id: string) => unknown,
  visibleIssue: (id: string) => ReturnType<JiraSite['visibleIssue']>,
): JiraRoute[] {
  return [
    [
      'GET',
      /^issue\/([\w-]+)$/,
      'inspect',
      ({ at: [id = ''], query }) => {
        const fields = (query.get('fields') ?? '').split(',')
        const found = visibleIssue(id)
        if (found) return ok(site.issueBody(found, fields))
        const epic = site.epics.find((each) => each.id === id && project(each.projectId))
        return epic ? ok(site.epicBody(epic, fields)) : noIssue
      },
    ],
    [
      'POST',
      /^issue\/bulkfetch$/,
      'read',
      ({ body }) => {
        const ids = body.issueIdsOrKeys
        if (!isTexts(ids) || ids.length > 100 || !isTexts(body.fields))
          return errorReply(400, 'Invalid request payload.')
        const found = ids.map(visibleIssue).filter((each) => each !== undefined)
        const failing = ids.filter((id) => site.failing.has(id))
        const issueErrors = failing.map((id) => ({ id, errorMessage: 'Please try again.' }))
        const issues = found.filter(({ issue }) => !failing.includes(issue.id))
        return ok({ issues: issues.map((each) => site.issueBody(each, body.fields as string[])), issueErrors })
      },
    ],
    [
      'POST',
      /^search\/jql$/,
      'find',
      ({ body: { jql, fields, maxResults, nextPageToken } }) => {
        const result = site.search(jql)
        if (result === null || !isTexts(fields)) return errorReply(400, `Error in the JQL Query: ${jql}`)
        const named = projectIn(String(jql))
        if (named !== null && !(project(named) && site.canReadIssues(named)))
          return errorReply(400, `The value '${named}' does not exist for the field 'project'.`)
        const all = [
          ...result.issues.map((each) => site.issueBody(each, fields)),
          ...result.epics
            .filter(({ projectId }) => site.canReadIssues(projectId))
            .map((epic) => site.epicBody(epic, fields)),
        ]
        const start = Number(nextPageToken ?? 0)
        // Fewer than requested, as Jira returns when the fields are large.
        const end = start + Math.min(Number(maxResults), 2)
        return ok({
          issues: all.slice(start, end),
          ...(end < all.length ? { nextPageToken: String(end) } : { isLast: true }),
        })
      },
    ],
    [
      'POST',
      /^issue\/(\w+)\/remotelink$/,
      'attach',
      ({ at: [id = ''], body }) => {
        const found = visibleIssue(id)
        if (!found) return noIssue
        const { url, title } = (body.object ?? {}) as Record<string, unknown>
        const { globalId } = body
        const isComplete = [globalId, url, title].every((each) => typeof each === 'string' && each !== '')
        if (!isComplete || String(globalId).length > 255) return errorReply(400, 'The link is not valid.')
        const linkId = found.links.get(String(globalId))?.id ?? found.links.size + 10_000
        const isNew = !found.links.has(String(globalId))
        found.links.set(String(globalId), { id: linkId, url: String(url) })
        found.issue.attachments = [...found.links.values()].map((each) => each.url)
        return { status: isNew ? 201 : 200, body: { id: linkId, self: `remotelink/${linkId}` } }
      },
    ],
  ]
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string')
