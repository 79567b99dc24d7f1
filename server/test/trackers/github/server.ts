import { createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { after } from 'node:test'
import { jwtVerify } from 'jose'
import type { Credential } from '../../../tracker/tracker.ts'
import type { CallKind, FakeIssue, FakeTracker, Fault } from '../fake-tracker.ts'
import {
  addIssue,
  appLogin,
  createGitHubData,
  type GitHubAppData,
  type GitHubData,
  type NewIssue,
  newRepository,
  type Repository,
  type StoredIssue,
  userLogin,
} from './data.ts'
import { webhookPayload } from './responses.ts'
import { errorReply, type FakeRequest, type Reply, type Route, routes, UnsupportedRequest } from './routes.ts'

export interface FakeGitHub extends FakeTracker {
  /** The credential of a GitHub App for this GitHub. */
  appCredential: Extract<Credential, { kind: 'app' }>
  app: GitHubAppData
  /** All requests in order, such as `GET /repos/acme/app`, with their query. */
  requests: string[]
  /** Adds an issue by another person. @returns `Issue.id` */
  add(issue: NewIssue): string
  addRepositories(count: number): void
  addLabels(count: number): void
  renameTeam(fullName: string): void
  /** Archives the first repository, or disables its issues. */
  close(change: 'isArchived' | 'hasIssues'): void
  /** Transfers an issue to the second repository, where it gets a new number. */
  transfer(issueId: string): void
  /** Sets the response to the next calls of a kind. */
  respondNext(kind: CallKind, reply: Reply, times?: number): void
}

/** Starts a fake GitHub that implements the documented REST API, version 2022-11-28. */
export async function startGitHub(): Promise<FakeGitHub> {
  const data = createGitHubData()
  const [team, second] = data.repositories as [Repository, Repository]
  const { app, token } = data
  const context = await startServer(data)
  const plan = (kind: CallKind, fault: Fault | Reply, times = 1) => {
    for (let i = 0; i < times; i++) context.planned.push({ kind, fault })
  }
  return {
    provider: 'github',
    url: data.url,
    credential: { kind: 'token', token },
    appCredential: {
      kind: 'app',
      appId: String(app.id),
      installationId: String(app.installationId),
      privateKey: app.privateKey,
    },
    app,
    team: { name: team.fullName, id: team.fullName },
    secondTeam: { name: second.fullName, id: second.fullName },
    project: { name: 'Public roadmap', id: '1' },
    ambiguousProject: 'Next quarter',
    label: { name: 'customer request', id: 'customer request' },
    assignee: { name: 'octocat', id: 'octocat' },
    get issues() {
      return data.issues.filter(({ removal, isPull }) => removal !== 'deleted' && !isPull).map(toFakeIssue)
    },
    calls: context.calls,
    requests: context.requests,
    webhooks: data.hooks,
    stop: context.stop,
    failNext: plan,
    respondNext: plan,
    ...visibilityActions(data, team),
    ...userActions(data, team, second),
  }
}

interface FakeServer {
  calls: CallKind[]
  requests: string[]
  /** Faults and replies for the next calls of a kind. */
  planned: { kind: CallKind; fault: Fault | Reply }[]
  stop(): Promise<void>
}

async function startServer(data: GitHubData): Promise<FakeServer> {
  const [calls, requests, planned]: [CallKind[], string[], FakeServer['planned']] = [[], [], []]
  // Requests that GitHub would not understand; they fail the test file.
  const unsupported: string[] = []
  const server = createServer(async (request, response) => {
    const { pathname, searchParams: query } = new URL(request.url!, data.url)
    requests.push(`${request.method} ${pathname}${query.size > 0 ? `?${query}` : ''}`)
    const route = routes.find(({ method, path }) => method === request.method && path.test(pathname))
    const kind = route?.kind ?? 'any'
    calls.push(kind)
    const text = await bodyOf(request)
    const index = planned.findIndex((entry) => entry.kind === 'any' || entry.kind === kind)
    const fault = index === -1 ? null : planned.splice(index, 1)[0]!.fault
    if (fault === 'hang') return
    if (fault !== null && fault !== 'lost' && fault !== 'broken')
      return send(response, typeof fault === 'string' ? faultReplies[fault] : fault)
    const reply = await replyTo(data, route, request, { pathname, query, text }, unsupported)
    if (fault === 'lost') request.socket.destroy()
    else send(response, fault === 'broken' ? errorReply(503, 'Service Unavailable') : reply)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  data.url = `http://127.0.0.1:${(server.address() as { port: number }).port}`
  const stop = async () => {
    const isClosed = new Promise((resolve) => server.close(resolve))
    server.closeAllConnections()
    await isClosed
    if (unsupported.length > 0)
      throw new Error(`The fake GitHub received unsupported requests:\n${unsupported.join('\n')}`)
  }
  after(stop)
  return { calls, requests, planned, stop }
}

/** GitHub responds the same way for a repository that is hidden and one that does not exist. */
function visibilityActions(data: GitHubData, team: Repository) {
  const withoutTeam = () => {
    data.repositories = data.repositories.filter((entry) => entry !== team)
  }
  return {
    removeTeam: withoutTeam,
    hideTeam: withoutTeam,
    showTeam: () => {
      withoutTeam()
      data.repositories.unshift(team)
    },
  } satisfies Partial<FakeGitHub>
}

/** Actions that people perform on the GitHub website. */
function userActions(data: GitHubData, team: Repository, second: Repository) {
  const issueById = (id: string): StoredIssue => {
    const issue = data.issues.find((entry) => entry.id === id)
    if (!issue) throw new Error(`Issue ${id} does not exist.`)
    return issue
  }
  return {
    revoke: () => void Object.assign(data, { isRevoked: true }),
    restore: () => void Object.assign(data, { isRevoked: false }),
    removeProject: () => void team.milestones.shift(),
    setStateType: (issueId, to) => {
      const isOpen = to !== 'completed' && to !== 'canceled'
      const reason = to === 'canceled' ? 'not_planned' : 'completed'
      Object.assign(issueById(issueId), { state: isOpen ? 'open' : 'closed', stateReason: isOpen ? null : reason })
    },
    rename: (issueId, title) => void Object.assign(issueById(issueId), { title }),
    remove: (issueId) => void Object.assign(issueById(issueId), { removal: 'deleted' }),
    add: (issue) => addIssue(data, team, { author: 'mona', ...issue }).id,
    addRepositories: (count) => {
      for (let i = 1; i <= count; i++) data.repositories.push(newRepository(`acme/extra-${i}`, 2_000_000 + i))
    },
    addLabels: (count) => void team.labels.push(...Array.from({ length: count }, (_, i) => `label ${i + 1}`)),
    renameTeam: (fullName) => void Object.assign(team, { fullName, oldNames: [...team.oldNames, team.fullName] }),
    close: (change) => void Object.assign(team, { [change]: change === 'isArchived' }),
    transfer: (issueId) => {
      const { title, description } = issueById(issueId)
      issueById(issueId).removal = { movedTo: addIssue(data, second, { title, description }).id }
    },
    signWebhook: (issueId, { secret }) => {
      const issue = issueById(issueId)
      const repository = data.repositories.find(({ id }) => id === issue.repositoryId) ?? team
      return signWebhook(webhookPayload(data, repository, issue), secret)
    },
  } satisfies Partial<FakeGitHub>
}

const toFakeIssue = ({ id, title, description, teamId, projectId, labelIds, assigneeId }: StoredIssue): FakeIssue => ({
  id,
  title,
  description,
  teamId,
  projectId,
  labelIds,
  assigneeId,
  priority: null,
  attachments: [],
})

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

function send(response: ServerResponse, { status, json, headers }: Reply): void {
  const rest = { 'x-github-media-type': 'github.v3; format=json', 'x-ratelimit-remaining': '4999', ...headers }
  response.writeHead(status, {
    ...(json !== undefined && { 'content-type': 'application/json; charset=utf-8' }),
    ...rest,
  })
  response.end(json === undefined ? undefined : JSON.stringify(json))
}

const badCredentials = errorReply(401, 'Bad credentials')

const faultReplies: Record<Exclude<Fault, 'hang' | 'lost' | 'broken'>, Reply> = {
  unauthorized: badCredentials,
  limited: { ...errorReply(429, 'You have exceeded a secondary rate limit.'), headers: { 'retry-after': '7' } },
  error: errorReply(500, 'Server Error'),
}

interface GivenRequest {
  pathname: string
  query: URLSearchParams
  text: string
}

async function replyTo(
  data: GitHubData,
  route: Route | undefined,
  request: IncomingMessage,
  parts: GivenRequest,
  unsupported: string[],
) {
  const rejectUnsupported = (words: string) => {
    unsupported.push(`${request.method} ${parts.pathname}: ${words}`)
    return errorReply(400, words)
  }
  if (route === undefined) return rejectUnsupported('unknown operation')
  const problem = requestProblem(route, request, parts)
  if (problem) return rejectUnsupported(problem)
  const by = await authenticate(data, route, request.headers.authorization ?? '')
  if (by === null) return badCredentials
  try {
    const fakeRequest: FakeRequest = { query: parts.query, body: parts.text === '' ? null : JSON.parse(parts.text), by }
    return route.reply(data, fakeRequest, ...route.path.exec(parts.pathname)!.slice(1))
  } catch (error) {
    if (error instanceof UnsupportedRequest) return rejectUnsupported(error.message)
    throw error
  }
}

/** Checks the headers and parameters that GitHub requires or recommends for every request. */
function requestProblem({ query = [] }: Route, { headers }: IncomingMessage, parts: GivenRequest): string | null {
  const unknown = [...parts.query.keys()].filter((name) => !query.includes(name))
  if (unknown.length > 0) return `unknown parameters: ${unknown}`
  if (!headers['user-agent']) return 'no User-Agent'
  if (headers.accept !== 'application/vnd.github+json') return `Accept: ${headers.accept}`
  if (headers['x-github-api-version'] !== '2022-11-28')
    return `X-GitHub-Api-Version: ${headers['x-github-api-version']}`
  const isJson = headers['content-type']?.startsWith('application/json') ?? false
  return isJson === (parts.text !== '') ? null : `Content-Type: ${headers['content-type']}`
}

/** Returns the login of the caller, or null if the credential is rejected. */
async function authenticate(
  { token, isRevoked, app }: GitHubData,
  { isForApp }: Route,
  authorization: string,
): Promise<string | null> {
  const parts = /^Bearer (\S+)$/.exec(authorization)?.[1]
  if (parts === undefined || isRevoked) return null
  if (isForApp) return (await isSignedByApp(app, parts)) ? appLogin : null
  if (parts === token) return userLogin
  return (app.tokens.get(parts) ?? 0) > Date.now() ? appLogin : null
}

/** Checks a JWT signed by the app: issued in the past, expiring in at most ten minutes. */
async function isSignedByApp({ id, publicKey }: GitHubAppData, token: string): Promise<boolean> {
  try {
    const { payload } = await jwtVerify(token, publicKey, {
      algorithms: ['RS256'],
      issuer: String(id),
      requiredClaims: ['iat', 'exp'],
    })
    const seconds = Date.now() / 1_000
    return payload.iat! <= seconds && payload.exp! <= seconds + 600
  } catch {
    return false
  }
}

function signWebhook(call: object, secret: string): { headers: Record<string, string>; body: Buffer } {
  const body = Buffer.from(JSON.stringify(call))
  const signature = createHmac('sha256', secret).update(body).digest('hex')
  return {
    headers: {
      'content-type': 'application/json',
      'user-agent': 'GitHub-Hookshot/044aadd',
      'x-github-delivery': randomUUID(),
      'x-github-event': 'issues',
      'x-github-hook-installation-target-type': 'repository',
      'x-hub-signature-256': `sha256=${signature}`,
    },
    body,
  }
}
