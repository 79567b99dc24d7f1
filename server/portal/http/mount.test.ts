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
