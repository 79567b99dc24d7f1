import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import { createLog } from '../../platform/log.ts'
import { createTestApp } from '../../test/test-app.ts'
import { createCustomDomains } from './custom-domains.ts'

const world = await createTestApp()

/** Sends a request with any `Host` header, which `fetch` does not allow. */
const get = (path: string, host: string) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    request(new URL(path, world.origin), { headers: { host } }, async (answer) => {
      let text = ''
      for await (const chunk of answer) text += chunk
      resolve({ status: answer.statusCode!, text })
    })
      .on('error', reject)
      .end()
  })

test('serves only the portal on its custom domain', async () => {
  const acme = await world.workspace()
  const { id } = await acme.api.create('/feedback', { title: 'Dark mode' })
  await acme.api.patch(`/feedback/${id}/status`, { status: 'approved' })
  await world.database.pool.query('update workspaces set portal_host = $1 where slug = $2', [
    'ideas.acme.test',
    acme.slug,
  ])
  await world.server.portalHosts.refresh()
  for (const host of ['ideas.acme.test', 'IDEAS.acme.test:8443', 'ideas.acme.test.']) {
    const { status, text } = await get('/', host)
    assert.equal(status, 200)
    assert.match(text, new RegExp(`href="/requests/${id}"`))
    assert.match(text, /<link rel="canonical" href="http:\/\/ideas\.acme\.test\/">/)
  }
  assert.equal((await get(`/requests/${id}`, 'ideas.acme.test')).status, 200)
  for (const path of ['/console', '/api/v1/feedback', '/docs/', `/p/${acme.slug}`, '/healthz']) {
    assert.equal((await get(path, 'ideas.acme.test')).status, 404, path)
  }
  // The home page of the instance redirects.
  assert.equal((await get('/', 'other.acme.test')).status, 302)
})

test('picks up added and removed domains while the process runs', async () => {
  const acme = await world.workspace()
  const hosts = await createCustomDomains(world.database, createLog('silent'))
  const routed = () => hosts.rewrite({ url: '/x?y', headers: { host: 'late.acme.test' } } as never)
  assert.equal(routed(), '/x?y')
  await world.database.pool.query('update workspaces set portal_host = $1 where slug = $2', [
    'late.acme.test',
    acme.slug,
  ])
  await hosts.refresh()
  assert.equal(routed(), `/p/${acme.slug}/x?y`)
  assert.equal(hosts.rewrite({ url: '/p/-/widget.js', headers: { host: 'late.acme.test' } } as never), '/p/-/widget.js')
  hosts.close()
})
