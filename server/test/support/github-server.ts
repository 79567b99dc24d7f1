import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { after } from 'node:test'

const by = (login: string, authorAssociation = 'NONE') => ({ author: { login }, authorAssociation })
const connection = (nodes: object[], endCursor: string | null = null) => ({
  nodes,
  pageInfo: { hasNextPage: endCursor !== null, endCursor },
})
const comment = (id: string, body: string, author: object, replies: object[] = []) => ({
  ...{ id, body, createdAt: '2024-02-01T00:00:00Z', ...author },
  replies: { nodes: replies },
})

const discussion = {
  ...{
    id: 'D1',
    number: 1,
    title: 'Ideas for search',
    body: '**Bold**',
    url: 'https://github.com/acme/app/discussions/1',
  },
  ...{ createdAt: '2024-01-01T00:00:00Z', updatedAt: '2024-01-02T00:00:00Z', closed: false, stateReason: null },
  ...{ upvoteCount: 7, category: { name: 'Ideas' }, labels: { nodes: [{ name: 'search' }] }, ...by('ada') },
  comments: connection([comment('C1', 'How?', by('bob'), [comment('C2', 'Like this', by('eve', 'MEMBER'))])]),
}
const issue = (number: number, more: object = {}) => ({
  ...{
    id: `I${number}`,
    number,
    title: `Bug ${number}`,
    body: '',
    url: `https://github.com/acme/app/issues/${number}`,
  },
  ...{
    createdAt: '2024-03-01T00:00:00Z',
    updatedAt: '2024-03-01T00:00:00Z',
    state: 'CLOSED',
    stateReason: 'COMPLETED',
  },
  ...{ labels: { nodes: [] }, ...by('bob'), comments: connection([]) },
  reactions: connection([{ createdAt: '2024-03-02T00:00:00Z', user: { login: 'ada' } }]),
  ...more,
})

/** Starts a server that answers like GitHub’s GraphQL API, with two pages of issues and an issue with two of comments. */
export async function startGitHub() {
  const state = { requests: 0, failsAt: -1, beforeAnswer: async (_request: number): Promise<void> => {} }
  const server = createServer(async (request, response) => {
    const { query, variables } = (await json(request)) as { query: string; variables: Record<string, string | null> }
    state.requests += 1
    await state.beforeAnswer(state.requests)
    const reply = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '60' }).end(JSON.stringify(body))
    if (request.headers.authorization !== 'Bearer token') return reply(401, { message: 'Bad credentials' })
    if (state.requests === state.failsAt) return reply(403, { message: 'rate limit' })
    if (variables.name === 'gone')
      return reply(200, { data: { repository: null }, errors: [{ type: 'NOT_FOUND', message: 'x' }] })
    if (query.includes('node(id')) {
      assert.deepEqual(variables, { id: 'I3', after: 'more-comments' })
      return reply(200, { data: { node: { items: connection([comment('C4', 'Second page', by('ada'))]) } } })
    }
    const items = query.includes('items: discussions')
      ? connection([discussion])
      : variables.after === null
        ? connection([issue(2)], 'next')
        : connection([
            issue(3, {
              state: 'OPEN',
              stateReason: null,
              comments: connection([comment('C3', 'First', by('bob'))], 'more-comments'),
            }),
          ])
    return reply(200, { data: { repository: { items } } })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => server.close())
  return { state, apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}
