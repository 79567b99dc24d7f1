import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseAccountInput } from '../../accounts/schema.ts'
import { createPortalClient, createSignInMail, signInCustomer } from '../clients/portal-client.ts'
import { createTestApp, mailServerUrl } from '../test-app.ts'

// Email addresses that resemble another person's, or a guest's of a private portal.
const app = await createTestApp({ smtpUrl: mailServerUrl })
const codes = await createSignInMail(app)

const countJobs = async () =>
  Number(
    (await app.database.pool.query(`select count(*) from pgboss.job where name in ('customer-code', 'subscribe')`))
      .rows[0].count,
  )

test('rejects addresses that PostgreSQL lower-cases to the address of another domain', async () => {
  const acme = await app.workspace()
  await signInCustomer(app, acme, { email: 'victim@kiosk-σας.example' })
  const { rows } = await app.database.pool.query(`select lower('victim@kİosk-σας.example') = $1 as "isVictims"`, [
    'victim@kiosk-σας.example',
  ])
  assert.ok(rows[0].isVictims)
  const before = await countJobs()
  for (const email of ['victim@kİosk-σας.example', 'victim@\u212aiosk-σας.example', 'victim@kiosk-ΣΑΣ.example']) {
    const stranger = createPortalClient(app, acme)
    assert.equal((await stranger.post('/sign-in', { email })).status, 400, email)
    assert.equal((await stranger.post('/sign-in/code', { email, code: '123456' })).status, 400, email)
    assert.equal((await stranger.post('/changelog/subscribe', { email })).status, 400, email)
    assert.throws(() => parseAccountInput('address', { email }), { code: 'validation_error' })
  }
  assert.equal(await countJobs(), before)
})

test('sends codes of a private portal only to the listed domain itself, regardless of how the address is written', async () => {
  const acme = await app.workspace()
  await app.database.pool.query(
    `update workspaces set portal_access = 'private', portal_allowed_domains = '{acme.example}',
       portal_allowed_emails = '{boss@x.example}' where workspace_id = $1`,
    [acme.id],
  )
  const outsiders = [
    ...['evil@acme.example.attacker.example', 'evil@sub.acme.example', 'evil@notacme.example', 'evil@acme.example.'],
    ...['x@acme.example@evil.example', '"x@acme.example"@evil.example', 'x@acme.example,evil@evil.example'],
    ...['evil@evil.example <x@acme.example>', 'x(x@acme.example)@evil.example', 'x@[acme.example]'],
    ...[
      'x@аcme.example',
      'x@ａcme.example',
      'x@acme。example',
      'x@acme.example\u200b',
      'x@acme.example\r\nBcc: e@v.il',
    ],
    ...['boss+tag@x.example', 'bo.ss@x.example', 'boss@sub.x.example'],
  ]
  for (const email of outsiders) {
    const { status, text } = await createPortalClient(app, acme).post('/sign-in', { email })
    assert.ok(status === 400 || (status === 200 && text.includes('name="code"')), `${email} ${status}`)
  }
  assert.deepEqual(await codes.deliver(), [])
  for (const email of ['anyone@ACME.example', 'BOSS@x.example']) {
    await createPortalClient(app, acme).post('/sign-in', { email })
    assert.equal((await codes.deliver()).length, 1, email)
  }
})
