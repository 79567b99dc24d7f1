import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPortalClient, createSignInMail } from '../../test/clients/portal-client.ts'
import { createTestApp } from '../../test/test-app.ts'
import { createSignInLimits } from './sign-in-limits.ts'

const world = await createTestApp()
const limited = { code: 'rate_limited' }

test('limits code emails to five per address and network in 15 minutes, and says when to retry', async () => {
  const acme = await world.workspace()
  const codes = await createSignInMail(world)
  const reader = createPortalClient(world, acme)
  for (let n = 0; n < 5; n++) assert.equal((await reader.post('/sign-in', { email: 'ada@example.com' })).status, 200)
  const refused = await reader.post('/sign-in', { email: 'ADA@example.com' })
  assert.equal(refused.status, 429)
  assert.match(refused.text, /Too many attempts. Try again in 15 minutes./)
  assert.match(refused.text, /value="ADA@example.com"/)
  assert.ok(Number(refused.headers.get('retry-after')) > 0)
  assert.equal((await codes.deliver()).length, 5)
  for (let n = 0; n < 10; n++) await reader.post('/sign-in/code', { email: 'bob@example.com', code: '000000' })
  assert.equal((await reader.post('/sign-in/code', { email: 'bob@example.com', code: '000000' })).status, 429)
})

test('limits many networks together to ten code emails and thirty attempts per address', async () => {
  const attempts = createSignInLimits({ kind: 'memory' })
  for (let n = 0; n < 10; n++) await attempts.consume('codeMail', 'eve@example.com', `203.0.113.${n}`)
  await assert.rejects(attempts.consume('codeMail', 'eve@example.com', '198.51.100.1'), limited)
  for (let n = 0; n < 30; n++) await attempts.consume('code', 'eve@example.com', `203.0.113.${n}`)
  await assert.rejects(attempts.consume('code', 'eve@example.com', '198.51.100.1'), limited)
})

test('limits one network to thirty code emails and 600 SSO sign-ins a minute', async () => {
  const attempts = createSignInLimits({ kind: 'memory' })
  for (let n = 0; n < 30; n++) await attempts.consume('codeMail', `e${n}@example.com`, '203.0.113.1')
  await assert.rejects(attempts.consume('codeMail', 'new@example.com', '203.0.113.1'), limited)
  await attempts.consume('codeMail', 'new@example.com', '203.0.113.2')
  for (let n = 0; n < 600; n++) await attempts.consumeSsoSignIn('203.0.113.1')
  await assert.rejects(attempts.consumeSsoSignIn('203.0.113.1'), limited)
})
