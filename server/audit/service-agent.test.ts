import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '../test/test-app.ts'

const app = await createTestApp()
const { api } = await app.workspace()

const submit = (agent: string) => api.post('/feedback', { title: 'Dark mode' }, { 'x-service-agent': agent })

test('accepts up to 64 letters, digits, spaces, dots, hyphens and underscores', async () => {
  for (const agent of ['a', 'Support desk 2.1', 'crm_sync-v3', 'x'.repeat(64)]) {
    assert.equal((await submit(agent)).status, 201, agent)
    const { rows } = await app.database.pool.query('select agent from audit_events order by id desc limit 1')
    assert.equal(rows[0].agent, agent)
  }
})

test('rejects any other agent with a 400 that names the header, and stores nothing', async () => {
  const before = await api.listAll('/feedback')
  for (const agent of ['x'.repeat(65), 'a/b', 'a;b', 'ada@example.com', 'café', '<b>', '']) {
    const { status, body } = await submit(agent)
    assert.deepEqual([status, body.error.details[0].path], [400, 'header.X-Service-Agent'], agent)
  }
  assert.deepEqual(await api.listAll('/feedback'), before)
})

test('grants no scope and no access to another workspace', async () => {
  const acme = await app.workspace()
  const reader = await acme.withScopes('feedback:read')
  const { id } = await api.create('/feedback', { title: 'Elsewhere' })
  for (const agent of ['admin', acme.slug, acme.id]) {
    assert.equal((await reader.post('/feedback', { title: 'x' }, { 'x-service-agent': agent })).status, 403)
    assert.equal((await acme.api.get(`/feedback/${id}`, { 'x-service-agent': agent })).status, 404)
  }
})
