import { randomBytes } from 'node:crypto'
import type { CallKind } from '../fake-tracker.ts'
import { addIssue, appLogin, type GitHubData, type Repository, type StoredIssue } from './data.ts'
import * as responses from './responses.ts'

export interface Reply {
  status: number
  json?: unknown
  headers?: Record<string, string>
}

export interface FakeRequest {
  query: URLSearchParams
  body: unknown
  /** The login of the caller. */
  by: string
}

export interface Route {
  method: string
  path: RegExp
  kind: CallKind
  /** The allowed query parameters. */
  query?: string[]
  /** Whether only the app itself may call it, with a JWT. */
  isForApp?: boolean
  reply(data: GitHubData, request: FakeRequest, ...segments: string[]): Reply
}

/** Thrown for a request that GitHub would reject or interpret differently from what Heed intends. */
export class UnsupportedRequest extends Error {}

export const errorReply = (status: number, message: string): Reply => ({
  status,
  json: responses.basicErrorBody(message, status),
})
const notFound = errorReply(404, 'Not Found')

const pages = ['per_page', 'page']

export const routes: Route[] = [
  {
    method: 'GET',
    path: /^\/user$/,
    kind: 'any',
    reply: (data, { by }) =>
      by === appLogin ? errorReply(403, 'Resource not accessible by integration') : ok(responses.userBody(data, by)),
  },
  {
    method: 'GET',
    path: /^\/user\/repos$/,
    kind: 'any',
    query: [...pages, 'sort'],
    reply: (data, request) => page(data, '/user/repos', request, data.repositories.map(repositoryIn(data))),
  },
  {
    method: 'GET',
    path: /^\/installation\/repositories$/,
    kind: 'any',
    query: pages,
    reply(data, request) {
      const { json, ...rest } = page(
        data,
        '/installation/repositories',
        request,
        data.repositories.map(repositoryIn(data)),
      )
      return { ...rest, json: { total_count: data.repositories.length, repositories: json } }
    },
  },
  {
    method: 'GET',
    path: /^\/app\/installations\/(\d+)$/,
    kind: 'any',
    isForApp: true,
    reply: (data, _asked, id) =>
      isInstallation(data, id!) ? ok(responses.installationBody(data, data.app.installationId, data.app.id)) : notFound,
  },
  {
    method: 'POST',
    path: /^\/app\/installations\/(\d+)\/access_tokens$/,
    kind: 'any',
    isForApp: true,
    reply: (data, _asked, id) => newToken(data, id!),
  },
  {
    method: 'GET',
    path: /^\/repos\/([^/]+\/[^/]+)$/,
    kind: 'inspect',
    reply: (data, _asked, name) => repositoryByName(data, name!),
  },
  {
    method: 'GET',
    path: /^\/repositories\/(\d+)$/,
    kind: 'inspect',
    reply: (data, _asked, id) => replyOrNotFound(repositoryById(data, id!), repositoryIn(data)),
  },
  {
    method: 'GET',
    path: /^\/repositories\/(\d+)\/issues\/(\d+)$/,
    kind: 'read',
    reply: (data, _asked, id, number) => oneIssue(data, id!, number!),
  },
  {
    method: 'GET',
    path: /^\/search\/issues$/,
    kind: 'find',
    query: [...pages, 'q', 'sort', 'order'],
    reply: (data, { query }) => ok(responses.searchBody(searchIssues(data, query))),
  },
  repositoryRoute('GET', 'issues', 'find', [...pages, 'state', 'sort', 'direction'], listIssues),
  repositoryRoute('POST', 'issues', 'create', [], createIssue),
  repositoryRoute('GET', 'milestones', 'any', [...pages, 'state'], (data, repository, request, path) => {
    const state = request.query.get('state') ?? 'open'
    const milestones = repository.milestones.filter((one) => state === 'all' || one.state === state)
    return page(
      data,
      path,
      request,
      milestones.map((one) => responses.milestoneBody(data, repository, one)),
    )
  }),
  repositoryRoute('GET', 'milestones/(\\d+)', 'inspect', [], (data, repository, _asked, _path, number) =>
    replyOrNotFound(
      repository.milestones.find((one) => String(one.number) === number),
      (one) => responses.milestoneBody(data, repository, one),
    ),
  ),
  repositoryRoute('GET', 'labels', 'any', pages, (data, repository, request, path) =>
    page(
      data,
      path,
      request,
      repository.labels.map((name) => responses.labelBody(data, repository, name)),
    ),
  ),
  repositoryRoute('GET', 'labels/([^/]+)', 'inspect', [], (data, repository, _asked, _path, name) =>
    replyOrNotFound(
      repository.labels.find((label) => label.toLowerCase() === decodeURIComponent(name!).toLowerCase()),
      (label) => responses.labelBody(data, repository, label),
    ),
  ),
  repositoryRoute('GET', 'assignees', 'any', pages, (data, repository, request, path) =>
    page(
      data,
      path,
      request,
      repository.assignees.map((login) => responses.userBody(data, login)),
    ),
  ),
  repositoryRoute('GET', 'assignees/([^/]+)', 'inspect', [], (_world, { assignees }, _asked, _path, login) =>
    assignees.includes(login!) ? { status: 204 } : notFound,
  ),
  repositoryRoute('POST', 'hooks', 'any', [], createHook),
  repositoryRoute('DELETE', 'hooks/(\\d+)', 'any', [], (data, { id }, _asked, _path, hookId) => {
    const index = data.hooks.findIndex((hook) => hook.repositoryId === id && hook.id === hookId)
    if (index === -1) return notFound
    data.hooks.splice(index, 1)
    return { status: 204 }
  }),
]

type RepositoryHandler = (
  data: GitHubData,
  repository: Repository,
  request: FakeRequest,
  path: string,
  segment?: string,
) => Reply

function repositoryRoute(
  method: string,
  rest: string,
  kind: CallKind,
  query: string[],
  reply: RepositoryHandler,
): Route {
  return {
    method,
    path: new RegExp(`^/repos/([^/]+/[^/]+)/${rest}$`),
    kind,
    query,
    reply(data, request, name, segment) {
      const repository = data.repositories.find((one) => isNamed(one, name!))
      const path = `/repositories/${repository?.id}/${rest}`
      return repository ? reply(data, repository, request, path, segment) : notFound
    },
  }
}

const ok = (json: unknown): Reply => ({ status: 200, json })

const replyOrNotFound = <T>(resource: T | undefined, toBody: (resource: T) => unknown): Reply =>
  resource === undefined ? notFound : ok(toBody(resource))

const repositoryIn = (data: GitHubData) => (repository: Repository) => responses.repositoryBody(data, repository)

const isNamed = ({ fullName }: Repository, name: string): boolean => fullName.toLowerCase() === name.toLowerCase()

const repositoryById = ({ repositories }: GitHubData, id: string) => repositories.find((one) => String(one.id) === id)

function repositoryByName(data: GitHubData, name: string): Reply {
  const moved = data.repositories.find(({ oldNames }) => oldNames.includes(name))
  if (moved) return redirectReply(`${data.url}/repositories/${moved.id}`)
  return replyOrNotFound(
    data.repositories.find((one) => isNamed(one, name)),
    repositoryIn(data),
  )
}

const redirectReply = (location: string): Reply => ({ ...errorReply(301, 'Moved Permanently'), headers: { location } })

/** Returns a page of a list, with links to the other pages (RFC 8288), in which GitHub uses the repository's id. */
function page(data: GitHubData, path: string, { query }: FakeRequest, items: unknown[]): Reply {
  const [size, number] = [Number(query.get('per_page') ?? 30), Number(query.get('page') ?? 1)]
  if (!(size >= 1 && size <= 100 && number >= 1)) throw new UnsupportedRequest(`invalid page ${number} of size ${size}`)
  const last = Math.max(1, Math.ceil(items.length / size))
  const link = (to: number, rel: string) => `<${data.url}${path}?per_page=${size}&page=${to}>; rel="${rel}"`
  const links = number < last ? [link(number + 1, 'next'), link(last, 'last')] : [link(1, 'first')]
  return { ...ok(items.slice((number - 1) * size, number * size)), headers: { link: links.join(', ') } }
}

const isVisible = ({ removal }: StoredIssue): boolean => removal === null

function oneIssue(data: GitHubData, repositoryId: string, number: string): Reply {
  const repository = repositoryById(data, repositoryId)
  const issue = data.issues.find(({ id }) => id === `${repositoryId}/${number}`)
  if (!repository || !issue) return notFound
  if (!repository.hasIssues && !issue.isPull) return errorReply(410, 'Issues are disabled for this repo')
  if (issue.removal === 'deleted') return errorReply(410, 'This issue was deleted')
  if (issue.removal !== null)
    return redirectReply(`${data.url}/repositories/${issue.removal.movedTo.replace('/', '/issues/')}`)
  return ok(responses.issueBody(data, repository, issue))
}

function listIssues(data: GitHubData, repository: Repository, request: FakeRequest, path: string): Reply {
  if (!repository.hasIssues) return errorReply(410, 'Issues are disabled for this repo')
  const { query } = request
  if (query.get('sort') !== 'created' || query.get('direction') !== 'desc' || query.get('state') !== 'all') {
    throw new UnsupportedRequest(`a list that could omit an issue: ${query}`)
  }
  const visible = data.issues.filter((issue) => issue.repositoryId === repository.id && isVisible(issue))
  const newest = visible.sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt) || b.number - a.number)
  return page(
    data,
    path,
    request,
    newest.map((issue) => responses.issueBody(data, repository, issue)),
  )
}

/** Searches the issues of one repository for a quoted phrase since a time. Returns at most one page, oldest first. */
function searchIssues(data: GitHubData, query: URLSearchParams) {
  const q = query.get('q') ?? ''
  const [, words, name, since] = /^"([^"]+)" in:body is:issue repo:(\S+) created:>=(\S+Z)$/.exec(q) ?? []
  if (words === undefined || q.length > 256) throw new UnsupportedRequest(`unsupported search: ${q}`)
  if (query.get('sort') !== 'created' || query.get('order') !== 'asc')
    throw new UnsupportedRequest('a search without an order')
  const repository = data.repositories.find((one) => isNamed(one, name!))
  return data.issues
    .filter((issue) => issue.repositoryId === repository?.id && isVisible(issue) && !issue.isPull)
    .filter(({ description, createdAt }) => description.includes(words) && Date.parse(createdAt) >= Date.parse(since!))
    .sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt))
    .slice(0, Number(query.get('per_page') ?? 30))
    .map((issue) => responses.issueBody(data, repository!, issue))
}

const createMembers = new Set(['title', 'body', 'labels', 'milestone', 'assignees'])

function createIssue(data: GitHubData, repository: Repository, { body, by }: FakeRequest): Reply {
  const members = membersOf(body, createMembers)
  const { title, milestone, body: text = '', labels = [], assignees = [] } = members
  const isText = (value: unknown): value is string => typeof value === 'string'
  const areTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText)
  if (!isText(title) || !isText(text) || !areTexts(labels) || !areTexts(assignees))
    throw new UnsupportedRequest('wrong types')
  if (milestone !== undefined && !Number.isInteger(milestone))
    throw new UnsupportedRequest('a milestone that is not a number')
  if (!repository.hasIssues) return errorReply(410, 'Issues has been disabled in this repository.')
  if (repository.isArchived) return errorReply(403, 'Repository was archived so is read-only.')
  const wrong = (field: string, code = 'invalid') => ({ resource: 'Issue', field, code })
  const errors = [
    ...(title.trim() === '' ? [wrong('title', 'missing_field')] : []),
    ...(title.length > 256
      ? [{ ...wrong('title', 'custom'), message: 'title is too long (maximum is 256 characters)' }]
      : []),
    ...(text.length > 65_536
      ? [{ ...wrong('body', 'custom'), message: 'body is too long (maximum is 65536 characters)' }]
      : []),
    ...(milestone === undefined || repository.milestones.some(({ number }) => number === milestone)
      ? []
      : [wrong('milestone')]),
    ...(assignees.every((login) => repository.assignees.includes(login)) ? [] : [wrong('assignees')]),
  ]
  if (errors.length > 0) return { status: 422, json: responses.validationError(errors) }
  const issue = addIssue(data, repository, {
    title,
    description: text,
    labelIds: labels,
    projectId: milestone === undefined ? null : String(milestone),
    assigneeId: assignees[0] ?? null,
    author: by,
  })
  return { status: 201, json: responses.issueBody(data, repository, issue) }
}

function createHook(data: GitHubData, repository: Repository, { body }: FakeRequest): Reply {
  const { name, active, events, config } = membersOf(body, new Set(['name', 'active', 'events', 'config']))
  const { url, secret, content_type, insecure_ssl } = membersOf(
    config,
    new Set(['url', 'secret', 'content_type', 'insecure_ssl']),
  )
  const isRight = name === 'web' && active === true && content_type === 'json' && insecure_ssl === '0'
  if (!isRight || JSON.stringify(events) !== '["issues"]')
    throw new UnsupportedRequest(`unexpected webhook: ${JSON.stringify(body)}`)
  if (typeof url !== 'string' || typeof secret !== 'string')
    throw new UnsupportedRequest('a webhook without a URL or secret')
  if (data.hooks.some((hook) => hook.url === url && hook.repositoryId === repository.id)) {
    const error = { resource: 'Hook', code: 'custom', message: 'Hook already exists on this repository' }
    return { status: 422, json: responses.validationError([error]) }
  }
  const hook = { id: String(12_345_678 + data.hooks.length), url, secret, repositoryId: repository.id }
  data.hooks.push(hook)
  return { status: 201, json: responses.webhookBody(data, repository, hook) }
}

/** Returns the members of an object. Throws for unknown ones, which GitHub ignores, because sending them is a bug. */
function membersOf(value: unknown, allowed: Set<string>): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new UnsupportedRequest('not an object')
  const unknown = Object.keys(value).filter((name) => !allowed.has(name))
  if (unknown.length > 0) throw new UnsupportedRequest(`unknown members: ${unknown}`)
  return value as Record<string, unknown>
}

const isInstallation = ({ app }: GitHubData, id: string): boolean =>
  app.isInstalled && id === String(app.installationId)

function newToken(data: GitHubData, installationId: string): Reply {
  const { app } = data
  if (!isInstallation(data, installationId)) return notFound
  if (app.isSuspended) return errorReply(403, 'This installation has been suspended')
  const token = `ghs_${randomBytes(18).toString('hex')}`
  const expiresAt = new Date(Date.now() + app.tokenSeconds * 1_000).toISOString().replace(/\.\d+/, '')
  app.tokens.set(token, Date.parse(expiresAt))
  return { status: 201, json: responses.tokenBody(token, expiresAt) }
}
