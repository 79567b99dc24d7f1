import { vocabulary } from '../dataset.ts'
import { fromNetwork } from '../portal.ts'
import { customersEach, type SoakDataset, type SoakWorkspace } from './dataset.ts'
import type { Operation, Surface } from './open-loop.ts'

interface Call {
  count: number
  workspace: SoakWorkspace
}

type Method = 'GET' | 'POST' | 'PATCH'

/** An operation and how often it occurs. The weights of the mix add up to 10,000. */
interface Share {
  weight: number
  compose(call: Call): Operation
}

const pick = <T>(values: readonly T[], count: number): T => values[count % values.length]!
// A prime step, so that neighboring operations use different words.
const word = (count: number): string => vocabulary[(count * 37) % 4_000]!
const sentence = (count: number, words: number): string =>
  Array.from({ length: words }, (_, index) => word(count + index * 101)).join(' ')

// Few enough that a roadmap of them stays a realistic size however long the load runs.
const promotedRequests = 40
// Entries that wait to be published. More are not remembered.
const maxDrafts = 50

/** Returns a function that composes the next operation of the mix, in a fixed order. */
export function createMix({ workspaces, ownerCookie }: SoakDataset, origin: string): () => Operation {
  const drafts: { workspace: SoakWorkspace; id: string }[] = []
  const shares: Share[] = [
    ...apiReads,
    ...apiWrites,
    ...portalPages(origin),
    ...consolePages(ownerCookie),
    { weight: 10, compose: (call) => createEntry(call, drafts) },
    { weight: 5, compose: (call) => publishEntry(call, drafts) },
  ]
  const ends = shares.map((_, index) => shares.slice(0, index + 1).reduce((sum, { weight }) => sum + weight, 0))
  let count = 0
  return () => {
    count += 1
    // Spread by the golden ratio, so that each operation comes at even distances.
    const position = ((count * 0.618_033_988_75) % 1) * ends.at(-1)!
    const share = shares[ends.findIndex((end) => position < end)]!
    return share.compose({ count, workspace: pick(workspaces, count) })
  }
}

function api(name: string, { count, workspace }: Call, method: Method, path: string, content?: object): Operation {
  const key = pick(workspace.keys, Math.floor(count / 7))
  const headers: Record<string, string> = { authorization: `Bearer ${key}` }
  if (content) headers['content-type'] = 'application/json'
  if (method === 'POST') headers['idempotency-key'] = `soak-${count}`
  const body = content && JSON.stringify(content)
  return { name, surface: 'api', request: { method, path: `/api/v1${path}`, headers, body } }
}

const requestOf = ({ count, workspace }: Call): string => pick(workspace.requestIds, Math.floor(count / 3))
const submitterOf = ({ count }: Call) => ({ email: `customer${1 + (count % customersEach)}@example.com` })

const apiReads: Share[] = [
  { weight: 2_000, compose: (call) => api('list', call, 'GET', '/feedback') },
  { weight: 300, compose: (call) => api('list by stage', call, 'GET', '/feedback?stage=planned') },
  { weight: 1_700, compose: (call) => api('get', call, 'GET', `/feedback/${requestOf(call)}`) },
  { weight: 500, compose: (call) => api('search', call, 'GET', `/feedback?search=${word(call.count)}`) },
  { weight: 300, compose: (call) => api('list comments', call, 'GET', `/feedback/${requestOf(call)}/comments`) },
  { weight: 200, compose: (call) => api('list roadmap', call, 'GET', '/roadmap') },
  { weight: 85, compose: (call) => api('get workspace', call, 'GET', '/workspace') },
]

const apiWrites: Share[] = [
  {
    weight: 600,
    compose: (call) => {
      const content = { title: sentence(call.count, 6), description: sentence(call.count + 7, 35) }
      return api('create', call, 'POST', '/feedback', { ...content, submitter: submitterOf(call) })
    },
  },
  {
    weight: 400,
    compose: (call) =>
      api('update', call, 'PATCH', `/feedback/${requestOf(call)}`, { description: sentence(call.count, 35) }),
  },
  {
    weight: 200,
    compose: (call) => {
      const id = pick(call.workspace.requestIds.slice(0, promotedRequests), call.count)
      const status = pick(['planned', 'in_progress'], Math.floor(call.count / 5))
      return api('promote', call, 'POST', `/feedback/${id}/promote`, { status })
    },
  },
  {
    weight: 500,
    compose: (call) => {
      const content = { body: sentence(call.count, 20), submitter: submitterOf(call) }
      return api('comment', call, 'POST', `/feedback/${requestOf(call)}/comments`, content)
    },
  },
  {
    weight: 100,
    compose: (call) => {
      const content = { body: sentence(call.count, 20), kind: 'staff_reply' }
      return api('reply', call, 'POST', `/feedback/${requestOf(call)}/comments`, content)
    },
  },
]

function createEntry(call: Call, drafts: { workspace: SoakWorkspace; id: string }[]): Operation {
  const content = { title: sentence(call.count, 4), body: `${sentence(call.count, 80)}\n\n- one\n- two\n` }
  return {
    ...api('create entry', call, 'POST', '/changelog', content),
    onResponse(body) {
      const { data } = JSON.parse(body) as { data: { id: string } }
      if (drafts.length < maxDrafts) drafts.push({ workspace: call.workspace, id: data.id })
    },
  }
}

function publishEntry(call: Call, drafts: { workspace: SoakWorkspace; id: string }[]): Operation {
  const draft = drafts.shift()
  if (!draft) return createEntry(call, drafts)
  return api('publish', { ...call, workspace: draft.workspace }, 'POST', `/changelog/${draft.id}/publish`, {})
}

function page(name: string, surface: Surface, path: string, headers: Record<string, string>): Operation {
  return { name, surface, request: { path, headers: { accept: 'text/html', ...headers } } }
}

function portalPages(origin: string): Share[] {
  const signedOut = (name: string, call: Call, path: string) =>
    page(name, 'portal', `/p/${call.workspace.slug}${path}`, fromNetwork(call.count))
  const cookieOf = ({ count, workspace }: Call): string => pick(workspace.customerCookies, Math.floor(count / 11))
  const signedIn = (name: string, call: Call, path: string) =>
    page(name, 'portal', `/p/${call.workspace.slug}${path}`, { ...fromNetwork(call.count), cookie: cookieOf(call) })
  return [
    { weight: 600, compose: (call) => signedOut('portal list', call, '/') },
    { weight: 600, compose: (call) => signedOut('portal request', call, `/requests/${requestOf(call)}`) },
    { weight: 100, compose: (call) => signedOut('portal search', call, `/?search=${word(call.count)}`) },
    { weight: 100, compose: (call) => signedOut('portal roadmap', call, '/roadmap') },
    { weight: 100, compose: (call) => signedOut('portal changelog', call, '/changelog') },
    { weight: 300, compose: (call) => signedIn('portal list, signed in', call, '/?sort=votes') },
    { weight: 300, compose: (call) => signedIn('portal request, signed in', call, `/requests/${requestOf(call)}`) },
    {
      weight: 600,
      compose: (call) => {
        const vote = Math.floor(call.count / 1_000) % 2 === 0 ? 'cast' : 'withdraw'
        const { request, ...rest } = signedIn('vote', call, `/requests/${requestOf(call)}/vote`)
        const headers = { ...request.headers, origin, accept: 'application/json', 'content-type': 'application/json' }
        return { ...rest, request: { ...request, method: 'POST', headers, body: JSON.stringify({ vote }) } }
      },
    },
  ]
}

function consolePages(cookie: string): Share[] {
  const console = (name: string, { workspace }: Call, path: string) =>
    page(name, 'console', `/console/w/${workspace.slug}${path}`, { cookie })
  return [
    { weight: 60, compose: (call) => console('console overview', call, '') },
    { weight: 120, compose: (call) => console('console list', call, '/requests') },
    { weight: 120, compose: (call) => console('console request', call, `/requests/${requestOf(call)}`) },
    { weight: 40, compose: (call) => console('console roadmap', call, '/roadmap') },
    { weight: 30, compose: (call) => console('console changelog', call, '/changelog') },
    { weight: 30, compose: (call) => console('console customers', call, '/customers') },
  ]
}
