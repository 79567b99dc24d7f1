import { createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after } from 'node:test'
import { type DocumentNode, execute, getOperationAST, parse, validate } from 'graphql'
import type { StateType } from '../../../tracker/tracker.ts'
import type { CallKind, FakeChoice, FakeTracker, Fault } from '../fake-tracker.ts'
import { complexityAtMost, complexityOf } from './complexity.ts'
import { type LinearData, type LinearIssue, named } from './data.ts'
import { createLinearOAuth, type LinearOAuth } from './oauth.ts'
import { createOperations } from './operations.ts'
import { linearSchema } from './schema.ts'

export interface FakeLinear extends FakeTracker {
  oauth: LinearOAuth
  /** Choices that this team cannot use. */
  unusable: { project: FakeChoice; label: FakeChoice; labelGroup: FakeChoice; assignee: FakeChoice }
  /** A label of the whole organization. */
  sharedLabel: FakeChoice
  /** Sets the state of an issue, with any type, including ones Linear may add later. */
  setState(issueId: string, state: { name: string; type: string }): void
  /** Makes every query that includes this issue fail from now on. */
  breakIssue(issueId: string): void
  /** Whether the credential belongs to an administrator. Default: true. */
  setAdmin(isAllowed: boolean): void
  /** Sets the response to the next call, which is then not carried out. */
  respondNext(status: number, body: string | object, headers?: Record<string, string>): void
}

interface FakeResponse {
  status: number
  body: string | object
  headers?: Record<string, string>
}

/** Starts a fake Linear with one organization that implements the published schema. */
export async function startLinear(): Promise<FakeLinear> {
  // Built now, so that it does not count toward the timeout of the first call.
  linearSchema()
  const { data, choices } = createData()
  const token = `lin_api_${randomUUID()}`
  const tokens = createLinearOAuth()
  const authentication = createAuthentication(token, tokens.isAccepted)
  const faults = createFaultQueue()
  const plannedResponses: FakeResponse[] = []
  const calls: CallKind[] = []

  const answerTo = async (request: IncomingMessage, body: string): Promise<FakeResponse | 'hang' | 'lost'> => {
    if (request.url === '/oauth/token') return tokens.answerTo(request.headers['content-type'], body)
    if (request.url !== '/graphql' || request.method !== 'POST') return { status: 404, body: '' }
    const { query, variables } = JSON.parse(body)
    const document = parse(query)
    const kind = kindOf(document)
    calls.push(kind)
    const fault = faults.take(kind)
    if (plannedResponses.length > 0) return plannedResponses.shift()!
    if (fault === 'hang') return fault
    if (fault !== null && fault !== 'lost' && fault !== 'broken') return cannedResponses[fault]
    if (!authentication.isOpenTo(request.headers.authorization)) return cannedResponses.unauthorized
    const answer = await executeDocument(data, document, variables)
    if (fault === 'lost') return fault
    return fault === 'broken' ? cannedResponses.broken : answer
  }

  return {
    ...(await listen(answerTo)),
    ...choices,
    ...userActions(data),
    provider: 'linear',
    credential: { kind: 'token', token },
    oauth: tokens.oauth,
    get issues() {
      return data.issues.map(({ stored }) => stored)
    },
    webhooks: data.hooks,
    calls,
    failNext: faults.add,
    respondNext: (status, body, headers = {}) => plannedResponses.push({ status, body, headers }),
    revoke: authentication.close,
    restore: authentication.open,
  }
}

/** Accepts a personal API key without `Bearer`, and access tokens with it. */
function createAuthentication(token: string, isAccepted: (accessToken: string) => boolean) {
  let isClosed = false
  return {
    isOpenTo(authorization = ''): boolean {
      const bearer = /^Bearer (.*)$/.exec(authorization)?.[1]
      return !isClosed && (bearer === undefined ? authorization === token : isAccepted(bearer))
    },
    close() {
      isClosed = true
    },
    open() {
      isClosed = false
    },
  }
}

function createFaultQueue() {
  const planned: { kind: CallKind; fault: Fault }[] = []
  return {
    add(kind: CallKind, fault: Fault, times = 1): void {
      for (let count = 0; count < times; count += 1) planned.push({ kind, fault })
    },
    take(kind: CallKind): Fault | null {
      const index = planned.findIndex((entry) => entry.kind === kind || entry.kind === 'any')
      return index === -1 ? null : planned.splice(index, 1)[0]!.fault
    },
  }
}

function createData() {
  const team = { ...named('Engineering'), key: 'ENG', retiredAt: null }
  const secondTeam = { ...named('Design'), key: 'DES', retiredAt: null }
  const project = { ...named('Public roadmap'), accessibleTeams: [team] }
  const sameNameProjects = [1, 2].map(() => ({ ...named('Onboarding'), accessibleTeams: [team] }))
  const foreignProject = { ...named('New logo'), accessibleTeams: [secondTeam] }
  const labelOf = (name: string, owner: typeof team | null, isGroup = false) => {
    return { ...named(name), team: owner, isGroup, retiredAt: null }
  }
  const label = labelOf('Feedback', team)
  const sharedLabel = labelOf('Customer', null)
  const foreignLabel = labelOf('Typography', secondTeam)
  const labelGroup = labelOf('Area', team, true)
  const assignee = { ...named('Ann Lee'), displayName: 'ann', active: true, isAssignable: true }
  const guest = { ...named('Gus West'), displayName: 'gus', active: true, isAssignable: false }
  const data: LinearData = {
    organization: { ...named('Acme'), urlKey: 'acme' },
    teams: [team, secondTeam],
    projects: [project, ...sameNameProjects, foreignProject],
    labels: [label, sharedLabel, foreignLabel, labelGroup],
    users: [assignee, guest],
    issues: [],
    hooks: [],
    hiddenTeamId: null,
    brokenIssueIds: new Set(),
    isAdmin: true,
  }
  const unusable = { project: foreignProject, label: foreignLabel, labelGroup, assignee: guest }
  const ambiguousProject = sameNameProjects[0]!.name
  return { data, choices: { team, secondTeam, project, ambiguousProject, label, sharedLabel, assignee, unusable } }
}

const stateNames: Record<StateType, string> = {
  backlog: 'Backlog',
  unstarted: 'Todo',
  started: 'In Progress',
  completed: 'Done',
  canceled: 'Canceled',
}

/** Actions that people perform in Linear. */
function userActions(data: LinearData) {
  const issueOf = (id: string): LinearIssue => data.issues.find((issue) => issue.id === id)!
  const setState = (issueId: string, state: LinearIssue['state']) => {
    issueOf(issueId).state = state
  }
  return {
    setState,
    setStateType: (issueId: string, to: StateType) => setState(issueId, { name: stateNames[to], type: to }),
    rename(issueId: string, title: string) {
      issueOf(issueId).stored.title = title
    },
    remove: (issueId: string) =>
      Object.assign(issueOf(issueId), { trashed: true, archivedAt: new Date().toISOString() }),
    removeTeam: () => data.teams.shift(),
    hideTeam() {
      data.hiddenTeamId = data.teams[0]!.id
    },
    showTeam() {
      data.hiddenTeamId = null
    },
    breakIssue: (issueId: string) => void data.brokenIssueIds.add(issueId),
    removeProject: () => data.projects.shift(),
    setAdmin(isAllowed: boolean) {
      data.isAdmin = isAllowed
    },
    signWebhook(issueId: string, { secret, now }: { secret: string; now: string }) {
      const issue = { id: issueId, title: issueOf(issueId).stored.title }
      const webhookTimestamp = Date.parse(now)
      const payload = {
        action: 'update',
        type: 'Issue',
        organizationId: data.organization.id,
        data: issue,
        webhookTimestamp,
      }
      const body = Buffer.from(JSON.stringify(payload))
      const signature = createHmac('sha256', secret).update(body).digest('hex')
      return { headers: { 'linear-signature': signature, 'content-type': 'application/json; charset=utf-8' }, body }
    },
  }
}

const kinds: Record<string, CallKind> = {
  Inspect: 'inspect',
  Find: 'find',
  Create: 'create',
  Read: 'read',
  Attach: 'attach',
}

const kindOf = (document: DocumentNode): CallKind => kinds[getOperationAST(document)?.name?.value ?? ''] ?? 'any'

const errorsOf = (message: string, extensions: object) => ({ errors: [{ message, extensions }] })

const cannedResponses = {
  unauthorized: {
    status: 401,
    body: errorsOf('Authentication required, not authenticated', {
      type: 'authentication error',
      code: 'AUTHENTICATION_ERROR',
      statusCode: 401,
      userError: true,
      userPresentableMessage: 'You need to authenticate to access this operation.',
    }),
  },
  limited: {
    status: 429,
    body: errorsOf('Rate limit exceeded', { type: 'ratelimited', code: 'RATELIMITED', statusCode: 429 }),
    headers: { 'retry-after': '7' },
  },
  error: {
    status: 500,
    body: errorsOf('Internal server error', { type: 'internal error', code: 'INTERNAL_SERVER_ERROR', statusCode: 500 }),
  },
  broken: { status: 503, body: '' },
} satisfies Record<string, FakeResponse>

async function executeDocument(
  data: LinearData,
  document: DocumentNode,
  variableValues: Record<string, unknown>,
): Promise<FakeResponse> {
  const invalid = validate(linearSchema(), document)
  const extensions = { type: 'graphql error', code: 'GRAPHQL_VALIDATION_FAILED', userError: true }
  if (invalid.length > 0) return { status: 400, body: errorsOf(invalid[0]!.message, extensions) }
  if (complexityOf(document) > complexityAtMost) return { status: 400, body: errorsOf('Query too complex', extensions) }
  const result = await execute({ schema: linearSchema(), document, variableValues, rootValue: createOperations(data) })
  // Errors not thrown by an operation come from an invalid query, such as an unknown field or a wrong type.
  const isUserError = result.errors?.every((error) => error.extensions.userError === true) ?? true
  if (isUserError) return { status: 200, body: result }
  return { status: 400, body: errorsOf(result.errors![0]!.message, { ...extensions, code: 'BAD_USER_INPUT' }) }
}

function send(response: ServerResponse, { status, body, headers = {} }: FakeResponse): void {
  const content = typeof body === 'string' ? body : JSON.stringify(body)
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(content)
}

async function listen(answerTo: (request: IncomingMessage, body: string) => Promise<FakeResponse | 'hang' | 'lost'>) {
  const server = createServer(async (request, response) => {
    const answer = await text(request)
      .then((body) => answerTo(request, body))
      .catch((error: Error) => ({ status: 500, body: String(error.stack) }))
    if (answer === 'lost') request.socket.destroy()
    else if (answer !== 'hang') send(response, answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  after(stop)
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop }
}
