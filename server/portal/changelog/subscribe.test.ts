import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSubscriptionToken } from '../../notifications/preferences/subscription.ts'
import { createPortalClient, signInCustomer } from '../../test/clients/portal-client.ts'
import { createTestApp, type TestWorkspace, testSecretKey } from '../../test/test-app.ts'

const world = await createTestApp()
const { pool } = world.database

const jobs = async () =>
  Number((await pool.query(`select count(*) from pgboss.job where name = 'subscribe'`)).rows[0].count)

async function hearingOf({ id }: TestWorkspace, email: string): Promise<boolean | null | undefined> {
  const { rows } = await pool.query('select notify_changelog from customers where workspace_id = $1 and email = $2', [
    id,
    email,
  ])
  return rows[0]?.notify_changelog
}

const tokenFor = ({ id }: TestWorkspace, email: string, requestedAt = new Date().toISOString()) =>
  createSubscriptionToken(testSecretKey, id, email, requestedAt)

test('sends one confirmation email and responds the same way for every address', async () => {
  const acme = await world.workspace()
  await acme.api.create('/feedback', { title: 'x', submitter: { email: 'known@example.com' } })
  const reader = createPortalClient(world, acme)
  for (const email of ['known@example.com', ' new@example.com ']) {
    const before = await jobs()
    const answer = await reader.post('/changelog/subscribe', { email })
    assert.deepEqual([answer.status, answer.headers.get('location')], [303, `/p/${acme.slug}/changelog/subscription`])
    assert.equal((await jobs()) - before, 1)
  }
  assert.match((await reader.get('/changelog/subscription')).text, /Check your email/)
  assert.equal(await hearingOf(acme, 'new@example.com'), undefined)
})

test('shows an invalid address again with an error', async () => {
  const acme = await world.workspace()
  const before = await jobs()
  for (const email of ['', 'ada', 'a@b', 'a"b@example.com', `${'x'.repeat(250)}@example.com`, 'a@b.c\r\nBcc: d@e.f']) {
    const { status, text } = await createPortalClient(world, acme).post('/changelog/subscribe', { email })
    assert.equal(status, 400, email)
    assert.match(text, /aria-describedby="subscribe-fault subscribe-help" aria-invalid="true"/)
    assert.match(text, /id="subscribe-fault" role="alert">Enter an email address/)
    if (email === 'ada') assert.match(text, /name="email" value="ada"/)
  }
  assert.equal(await jobs(), before)
})

test('pretends to succeed when the honeypot is filled, and sends nothing', async () => {
  const acme = await world.workspace()
  const before = await jobs()
  const answer = await createPortalClient(world, acme).post('/changelog/subscribe', {
    email: 'ada@example.com',
    website: 'x',
  })
  assert.equal(answer.status, 303)
  assert.equal(await jobs(), before)
})

test('limits confirmation emails per address', async () => {
  const acme = await world.workspace()
  const ask = (email: string) => createPortalClient(world, acme).post('/changelog/subscribe', { email })
  const statuses = []
  for (const email of ['a@example.com', 'A@example.com', 'a+news@example.com', 'a+2@EXAMPLE.com'])
    statuses.push((await ask(email)).status)
  assert.deepEqual(statuses, [303, 303, 303, 429])
  assert.ok(Number((await ask('a@example.com')).headers.get('retry-after')) > 0)
  assert.equal((await ask('b@example.com')).status, 303)
})

test('asks for confirmation on the link’s page; confirming is idempotent', async () => {
  const acme = await world.workspace()
  const path = `/changelog/subscription/${tokenFor(acme, 'ada@example.com')}`
  const reader = createPortalClient(world, acme)
  for (const _ of [1, 2]) {
    const { status, text, headers } = await reader.get(path)
    assert.equal(status, 200)
    assert.match(text, /ada@example\.com.*<form method="post"/s)
    assert.match(text, /<meta name="robots" content="noindex">/)
    assert.match(headers.get('cache-control')!, /^private/)
  }
  assert.equal(await hearingOf(acme, 'ada@example.com'), undefined)
  for (const _ of [1, 2]) assert.match((await reader.post(path, {})).text, /You’re subscribed/)
  assert.equal(await hearingOf(acme, 'ada@example.com'), true)
})

test('rejects links that are expired, altered or from another workspace', async () => {
  const [acme, other] = [await world.workspace(), await world.workspace()]
  const old = tokenFor(acme, 'ada@example.com', new Date(Date.now() - 8 * 86_400_000).toISOString())
  const good = tokenFor(acme, 'ada@example.com')
  const reader = createPortalClient(world, acme)
  for (const token of [old, tokenFor(other, 'ada@example.com'), `${good.slice(0, -2)}AA`, 'x']) {
    const path = `/changelog/subscription/${token}`
    for (const answer of [await reader.get(path), await reader.post(path, {})]) {
      assert.equal(answer.status, 404)
      assert.match(answer.text, /has expired/)
    }
  }
  assert.equal(await hearingOf(acme, 'ada@example.com'), undefined)
})

test('subscribes a signed-in customer with one click and shows it', async () => {
  const acme = await world.workspace()
  const ada = await signInCustomer(world, acme, { email: 'ada@example.com' })
  assert.match((await ada.get('/changelog')).text, /Send updates to ada@example\.com/)
  const before = await jobs()
  assert.equal((await ada.post('/changelog/subscribe', {})).status, 303)
  assert.equal(await jobs(), before)
  assert.equal(await hearingOf(acme, 'ada@example.com'), true)
  assert.match((await ada.get('/changelog')).text, /Updates are sent to ada@example\.com\./)
})

test('offers no subscription on a private portal to strangers or to customers without an address', async () => {
  const acme = await world.workspace()
  await pool.query(`update workspaces set portal_access = 'private' where workspace_id = $1`, [acme.id])
  const before = await jobs()
  const stranger = await createPortalClient(world, acme).post('/changelog/subscribe', { email: 'ada@example.com' })
  assert.match(stranger.headers.get('location')!, /\/sign-in/)
  const nameless = await signInCustomer(world, acme, { externalId: 'u1' })
  assert.doesNotMatch((await nameless.get('/changelog')).text, /name="email"|rss\.xml/)
  await nameless.post('/changelog/subscribe', { email: 'ada@example.com' })
  assert.equal(await jobs(), before)
})

test('rejects confirmation links that were requested before their owner unsubscribed', async () => {
  const acme = await world.workspace()
  const email = 'left@example.com'
  const reader = createPortalClient(world, acme)
  const paths = [1, 2].map((hours) => {
    const askedAt = new Date(Date.now() - hours * 3_600_000).toISOString()
    return `/changelog/subscription/${tokenFor(acme, email, askedAt)}`
  })
  assert.equal((await reader.post(paths[0]!, {})).status, 200)
  const left = await signInCustomer(world, acme, { email })
  const choices: Record<string, string>[] = [{ replies: 'on' }, { off: 'on', changelog: 'on', replies: 'on' }]
  for (const choice of choices) {
    await pool.query('update customers set unsubscribed_at = null, mail_opted_out_at = null, notify_changelog = true')
    await left.post('/me/profile', { name: '', mail: 'yes', ...choice })
    for (const path of paths) {
      assert.equal((await reader.get(path)).status, 404)
      assert.equal((await reader.post(path, {})).status, 404)
    }
  }
  const later = tokenFor(acme, email, new Date(Date.now() + 1_000).toISOString())
  assert.equal((await reader.post(`/changelog/subscription/${later}`, {})).status, 200)
})
