import { createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { after } from 'node:test'
import type { StateType } from '../../../tracker/tracker.ts'
import type { CallKind, FakeTracker, Fault } from '../fake-tracker.ts'
import { JiraSite, ownAccountId, users } from './data.ts'
import { createJiraRoutes, type JiraReply, type JiraRoute } from './routes.ts'

export interface FakeJira extends FakeTracker {
  site: JiraSite
  /** All calls in order, such as `POST issue`, with their bodies. */
  requests: { call: string; body: unknown }[]
  /**
   * Treats the caller as anonymous from now on, as Jira does for an expired credential: responses are empty
   * instead of 401.
   */
  expireCredential(): void
  /** Sets the response to all calls; null restores normal responses. */
  respondAlways(answer: RawResponse | null): void
}

interface RawResponse {
  status: number
  headers?: Record<string, string>
  body: string
}

const email = 'feedback@acme.test'
const token = 'ATATT3xFfGF0-example'
const base = '/rest/api/3/'

/** The behavior a test has set, and the calls received. */
interface ServerState {
  access: 'granted' | 'revoked' | 'anonymous'
  faults: { kind: CallKind; fault: Fault }[]
  instead: RawResponse | null
  calls: CallKind[]
  requests: FakeJira['requests']
}

/** Starts a fake Jira Cloud site that implements the documented REST API, version 3. */
export async function startJira(): Promise<FakeJira> {
  const site = new JiraSite()
  const switches: ServerState = { access: 'granted', faults: [], instead: null, calls: [], requests: [] }
  const isAnonymous = () => switches.access === 'anonymous'
  const routes: JiraRoute[] = [
    ['GET', /^myself$/, 'any', () => (isAnonymous() ? unauthorized : { status: 200, body: me })],
    ['GET', /^serverInfo$/, 'any', () => ({ status: 200, body: { baseUrl: url, deploymentType: 'Cloud' } })],
    ...createJiraRoutes(site, isAnonymous),
  ]
  const server = createServer((request, response) => void listen(switches, routes, request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as { port: number }).port}`
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  after(stop)
  return { ...fixtures, ...serverControls(switches), ...userActions(site), url, stop }
}

const fixtures = {
  provider: 'jira',
  credential: { kind: 'basic', email, token },
  team: { name: 'Engineering', id: '10000' },
  secondTeam: { name: 'Operations', id: '10001' },
  project: { name: 'Public roadmap', id: '20000' },
  ambiguousProject: 'Customer portal',
  label: { name: 'feedback', id: 'feedback' },
  assignee: { name: users[0]!.displayName, id: users[0]!.accountId },
  webhooks: [],
} satisfies Partial<FakeJira>

const serverControls = (switches: ServerState) => ({
  calls: switches.calls,
  requests: switches.requests,
  failNext(kind: CallKind, fault: Fault, times = 1) {
    switches.faults.push(...Array.from({ length: times }, () => ({ kind, fault })))
  },
  revoke() {
    switches.access = 'revoked'
  },
  expireCredential() {
    switches.access = 'anonymous'
  },
  restore() {
    switches.access = 'granted'
  },
  respondAlways(answer: RawResponse | null) {
    switches.instead = answer
  },
})

const userActions = (site: JiraSite) => ({
  site,
  issues: site.issues,
  removeTeam() {
    site.projects[0]!.isGone = true
  },
  hideTeam() {
    site.projects[0]!.visible = 'nothing'
  },
  showTeam() {
    site.projects[0]!.visible = 'issues'
  },
  removeProject() {
    site.epics.shift()
  },
  setStateType(issueId: string, to: StateType) {
    site.getIssue(issueId)!.state = to
  },
  rename(issueId: string, title: string) {
    site.getIssue(issueId)!.issue.title = title
  },
  remove: (issueId: string) => site.remove(issueId),
  signWebhook: (issueId: string, options: { secret: string; now: string }) => signWebhook(site, issueId, options),
})

async function listen(switches: ServerState, routes: JiraRoute[], request: IncomingMessage, response: ServerResponse) {
  const text = await textOf(request).catch(() => null)
  // The client has disconnected.
  if (text === null) return
  if (switches.instead !== null) return answerWith(response, switches.instead)
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
  const path = pathname.startsWith(base) ? pathname.slice(base.length) : ''
  const route = routes.find(([method, pattern]) => method === request.method && pattern.test(path))
  if (route === undefined) return answerWith(response, { status: 404, body: '<html>Page not found</html>' })
  const [method, pattern, kind, answer] = route
  const body = text === '' ? {} : readJson(request, text)
  switches.calls.push(kind)
  switches.requests.push({ call: `${method} ${path}`, body })
  const fault = takeFault(switches, kind)
  if (fault === 'hang') return
  if (fault === 'limited' || fault === 'error') return answerWith(response, failures[fault])
  if (fault === 'unauthorized' || !isAuthenticated(switches, request)) return send(response, unauthorized)
  const reply = body === null ? notJson : answer({ at: pattern.exec(path)!.slice(1), query: searchParams, body })
  if (fault === 'lost') request.socket.destroy()
  else if (fault === 'broken') answerWith(response, failures.broken)
  else send(response, reply)
}

function takeFault({ faults }: ServerState, kind: CallKind): Fault | null {
  const index = faults.findIndex((each) => each.kind === kind || each.kind === 'any')
  return index < 0 ? null : faults.splice(index, 1)[0]!.fault
}

const isAuthenticated = ({ access }: ServerState, { headers }: IncomingMessage): boolean =>
  access !== 'revoked' && headers.authorization === `Basic ${Buffer.from(`${email}:${token}`).toString('base64')}`

const me = { accountId: ownAccountId, emailAddress: email, active: true, timeZone: 'Pacific/Kiritimati' }

const unauthorized: JiraReply = {
  status: 401,
  body: { message: 'Client must be authenticated to access this resource.', 'status-code': 401 },
}
const notJson: JiraReply = { status: 400, body: { errorMessages: ['There was an error parsing JSON.'], errors: {} } }
const failures = {
  limited: { status: 429, headers: { 'retry-after': '7' }, body: '{"errorMessages":["Rate limit exceeded."]}' },
  broken: { status: 503, body: '{"errorMessages":["Service Unavailable"],"errors":{}}' },
  error: { status: 500, body: '{"errorMessages":["Internal server error"],"errors":{}}' },
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

function readJson(request: IncomingMessage, text: string): Record<string, unknown> | null {
  if (request.headers['content-type'] !== 'application/json') return null
  const read: unknown = JSON.parse(text)
  return typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : null
}

const send = (response: ServerResponse, { status, body }: JiraReply): void =>
  answerWith(response, { status, body: JSON.stringify(body) })

function answerWith(response: ServerResponse, { status, headers, body }: RawResponse): void {
  response.writeHead(status, { 'content-type': 'application/json;charset=UTF-8', ...headers }).end(body)
}

/** Signs a webhook call with the secret. */
function signWebhook(site: JiraSite, issueId: string, { secret, now }: { secret: string; now: string }) {
  const stored = site.getIssue(issueId)
  const event = stored ? 'jira:issue_updated' : 'jira:issue_deleted'
  const issue = stored
    ? site.issueBody(stored, ['summary', 'status', 'resolution'])
    : { id: issueId, key: 'ENG-0', fields: {} }
  const body = Buffer.from(JSON.stringify({ timestamp: Date.parse(now), webhookEvent: event, user: me, issue }))
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'x-atlassian-webhook-identifier': randomUUID(),
    'x-hub-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
  }
  return { headers, body }
}
