import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPortalClient, signInCustomer } from '../../test/clients/portal-client.ts'
import { createTestApp } from '../../test/test-app.ts'
import { updatePortal } from '../settings/update.ts'

const world = await createTestApp()
const publicUrl = 'http://heed.test'

test('returns 404 for another spelling of a slug, whose cookies would not match the path', async () => {
  const acme = await world.workspace()
  const spelled = `%${acme.slug.charCodeAt(0).toString(16)}${acme.slug.slice(1)}`
  for (const path of ['/', '/sign-in', '/roadmap']) {
    const answer = await fetch(`${world.origin}/p/${spelled}${path}`, { redirect: 'manual' })
    assert.deepEqual([answer.status, answer.headers.get('set-cookie')], [404, null], path)
  }
  assert.equal((await createPortalClient(world, acme).get('/')).status, 200)
})

test('does not run a pending action whose section has been turned off', async () => {
  const acme = await world.workspace()
  const { id } = await acme.api.create('/feedback', { title: 'Dark mode' })
  await acme.api.patch(`/feedback/${id}/status`, { status: 'approved' })
  const asked = await createPortalClient(world, acme).post(`/requests/${id}/vote`, { vote: 'cast' })
  const { searchParams } = new URL(asked.headers.get('location')!, world.origin)
  // Sends what the button on the sign-in page sends.
  const action = { ...Object.fromEntries(searchParams), next: '/' }
  const ada = await signInCustomer(world, acme, { email: 'ada@example.com' })
  await acme.write((tx) => updatePortal(tx, { showsRequests: false }, { publicUrl }))
  assert.equal((await ada.post('/sign-in/action', action)).status, 404)
  assert.equal((await acme.api.get(`/feedback/${id}`)).body.data.votes, 0)
  await acme.write((tx) => updatePortal(tx, { showsRequests: true }, { publicUrl }))
  assert.equal((await ada.post('/sign-in/action', action)).status, 303)
  assert.equal((await acme.api.get(`/feedback/${id}`)).body.data.votes, 1)
})

test('answers the portal’s own 404 page for a path with malformed escapes', async () => {
  const acme = await world.workspace({ name: 'Acme Labs' })
  const home = `<a href="/p/${acme.slug}/">Go to the home page of Acme Labs</a>`
  for (const path of ['/%ff', '/requests/%', '/%E0%A4%A?x=%ff']) {
    const { status, headers, text } = await createPortalClient(world, acme).get(path)
    assert.deepEqual([status, headers.get('content-type')], [404, 'text/html; charset=utf-8'], path)
    assert.ok(text.includes(home), path)
  }
  const script = await createPortalClient(world, acme).get('/%ff', { accept: 'application/json' })
  assert.deepEqual([script.status, JSON.parse(script.text).error.code], [404, 'not_found'])
  // A malformed slug names no portal.
  const unknown = await fetch(`${world.origin}/p/%ff/`)
  assert.deepEqual([unknown.status, unknown.headers.get('content-type')], [404, 'text/html; charset=utf-8'])
})

test('answers 404 for the folder of assets', async () => {
  for (const path of ['/p/-/assets/', '/p/-/assets//', '/p/-/']) {
    assert.equal((await fetch(`${world.origin}${path}`)).status, 404, path)
  }
})
