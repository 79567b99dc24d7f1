import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '../../test/test-app.ts'

const testApp = await createTestApp()
const acme = await testApp.workspace()
const { api } = acme

async function request(status: string): Promise<string> {
  const { id } = await api.create('/feedback', { title: 'Dark mode', description: 'At night.' })
  await api.patch(`/feedback/${id}/status`, { status })
  return id
}

const approved = await request('approved')
const path = (id: string) => `/feedback/${id}/send-to-tracker`

test('the preview reports that no tracker is connected, with guidance', async () => {
  const { status, body } = await api.get(path(approved))
  assert.equal(status, 200)
  const { connection, requestTitle, team, project, activeLink } = body.data
  assert.equal(requestTitle, 'Dark mode')
  assert.deepEqual([connection.provider, connection.status], [null, 'missing'])
  assert.equal(connection.guidance.action, 'connect')
  assert.match(connection.guidance.url, /^http:\/\/heed\.test\//)
  assert.deepEqual([team, project, activeLink], [null, null, null])
})

test('builds the proposed issue from the request, with a backlink', async () => {
  const { proposedIssue } = (await api.get(path(approved))).body.data
  const { title, description, ...rest } = proposedIssue
  assert.equal(title, 'Dark mode')
  assert.match(description, /^At night\./)
  assert.ok(description.includes(`http://heed.test/`) && description.includes(approved))
  assert.deepEqual(rest, { teamId: null, projectId: null, labelIds: [], assigneeId: null, priority: null })
})

test('each override replaces its part of the proposed issue', async () => {
  const query = 'title=Night&description=Dim&teamId=t&projectId=p&labelIds=a&labelIds=b&assigneeId=g&priority=0'
  const { requestTitle, proposedIssue } = (await api.get(`${path(approved)}?${query}`)).body.data
  assert.equal(requestTitle, 'Dark mode')
  assert.deepEqual(proposedIssue, {
    title: 'Night',
    description: 'Dim',
    teamId: 't',
    projectId: 'p',
    labelIds: ['a', 'b'],
    assigneeId: 'g',
    priority: 0,
  })
  assert.deepEqual((await api.get(`${path(approved)}?labelIds=a`)).body.data.proposedIssue.labelIds, ['a'])
})

test('rejects invalid overrides in the query and the body, naming the field', async () => {
  for (const [query, body, member] of [
    ['title=', { title: '' }, 'title'],
    [`title=${'x'.repeat(256)}`, { title: 'x'.repeat(256) }, 'title'],
    ['priority=5', { priority: 5 }, 'priority'],
    ['priority=-1', { priority: -1 }, 'priority'],
    ['priority=high', { priority: '1' }, 'priority'],
    ['status=done', { status: 'done' }, 'status'],
  ] as const) {
    const preview = await api.get(`${path(approved)}?${query}`)
    assert.deepEqual([preview.status, preview.body.error.details[0].path], [400, `query.${member}`])
    const sent = await api.post(path(approved), body)
    assert.deepEqual([sent.status, sent.body.error.details[0].path], [400, `/${member}`])
  }
  const long = await api.post(path(approved), { description: 'x'.repeat(100_001) })
  assert.deepEqual([long.status, long.body.error.details[0].path], [400, '/description'])
})

test('sending without a connection returns 400 with the guidance of the preview', async () => {
  const { guidance } = (await api.get(path(approved))).body.data.connection
  for (const body of [undefined, {}, { title: 'Night', priority: 2, labelIds: ['a'] }]) {
    const { status, body: responseBody } = await api.post(path(approved), body)
    assert.deepEqual([status, responseBody.error.code], [400, 'validation_error'])
    assert.deepEqual(responseBody.error.guidance, guidance)
  }
})

for (const status of ['pending', 'rejected', 'spam']) {
  test(`rejects previewing and sending a ${status} request`, async () => {
    const id = await request(status)
    for (const answer of [await api.get(path(id)), await api.post(path(id))]) {
      assert.equal(answer.status, 400)
      assert.match(JSON.stringify(answer.body.error.details), new RegExp(`approved request; this one is ${status}`))
    }
  })
}

test('allows sending with the roadmap scope, and returns 404 to another workspace', async () => {
  const bob = await acme.withScopes('roadmap:write')
  const { api: charlie } = await testApp.workspace()
  assert.equal((await bob.get(path(approved))).status, 200)
  for (const answer of [await charlie.get(path(approved)), await charlie.post(path(approved))]) {
    assert.deepEqual([answer.status, answer.body.error.guidance], [404, undefined])
  }
})
