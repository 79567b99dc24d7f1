import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPortalClient, createSignInMail } from '../../test/clients/portal-client.ts'
import { createTestApp, mailServerUrl } from '../../test/test-app.ts'
import { createSignInLimits } from './sign-in-limits.ts'

// Requests name their network in X-Forwarded-For.
const world = await createTestApp({ smtpUrl: mailServerUrl, trustedProxies: ['127.0.0.0/8'] })
const codes = await createSignInMail(world)
const limited = { code: 'rate_limited' }
const from = (network: string) => ({ 'x-forwarded-for': network })

/** Three networks of an attacker who knows the victim's address. */
const attackers = ['203.0.113.1', '203.0.113.2', '2001:db8:1::1']

const wrongCodeFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

/** Requests a code in each of the networks, as often as it is allowed. @returns the browsers */
async function requestCodes(acme: { slug: string }, email: string, networks: string[]) {
  const browsers = networks.map((network) => ({ network, browser: createPortalClient(world, acme) }))
  for (const { network, browser } of browsers) {
    let status = 200
    for (let n = 0; n < 12 && status === 200; n++) {
      status = (await browser.post('/sign-in', { email }, from(network))).status
    }
    assert.equal(status, 429, 'an attacker asks until the network is limited')
  }
  return browsers
}

test('limits code emails to five per address and network in 15 minutes, and says when to retry', async () => {
  const acme = await world.workspace()
  const reader = createPortalClient(world, acme)
  for (let n = 0; n < 5; n++) assert.equal((await reader.post('/sign-in', { email: 'ada@example.com' })).status, 200)
  const refused = await reader.post('/sign-in', { email: 'ADA@example.com' })
  assert.equal(refused.status, 429)
  assert.match(refused.text, /Too many attempts. Try again in 15 minutes./)
  assert.match(refused.text, /value="ADA@example.com"/)
  assert.ok(Number(refused.headers.get('retry-after')) > 0)
  assert.equal((await codes.deliver()).length, 5)
})

test('signs the owner in with a fresh code after wrong codes from three other networks', async () => {
  const acme = await world.workspace()
  const email = 'victim@example.com'
  const victim = createPortalClient(world, acme)
  assert.equal((await victim.post('/sign-in', { email }, from('198.51.100.7'))).status, 200)
  const code = await codes.deliverCode()
  for (const network of attackers) {
    const stranger = createPortalClient(world, acme)
    for (let n = 0; n < 12; n++) {
      const answer = await stranger.post('/sign-in/code', { email, code: wrongCodeFor(code) }, from(network))
      assert.equal(answer.status, 400)
    }
  }
  assert.equal((await victim.post('/sign-in/code', { email, code }, from('198.51.100.7'))).status, 303)
})

test('sends the owner a code, and keeps it valid, while three other networks request and guess codes', async () => {
  const acme = await world.workspace()
  const email = 'target@example.com'
  const strangers = await requestCodes(acme, email, attackers)
  await codes.deliver()
  const victim = createPortalClient(world, acme)
  assert.equal((await victim.post('/sign-in', { email }, from('198.51.100.8'))).status, 200)
  const code = await codes.deliverCode()
  for (const { network, browser } of strangers) {
    for (let n = 0; n < 12; n++) await browser.post('/sign-in/code', { email, code: wrongCodeFor(code) }, from(network))
    await browser.post('/sign-in', { email }, from(network))
  }
  await codes.deliver()
  assert.equal((await victim.post('/sign-in/code', { email, code }, from('198.51.100.8'))).status, 303)
})

test('sends a code to a browser that has signed in before when others have used up the limit of the address', async () => {
  const acme = await world.workspace()
  const email = 'known@example.com'
  const owner = createPortalClient(world, acme)
  await owner.post('/sign-in', { email }, from('198.51.100.9'))
  const signedIn = await owner.post('/sign-in/code', { email, code: await codes.deliverCode() }, from('198.51.100.9'))
  assert.equal(signedIn.status, 303)
  await requestCodes(
    acme,
    email,
    [1, 2, 3, 4, 5, 6].map((n) => `192.0.2.${n}`),
  )
  await codes.deliver()
  const unknown = createPortalClient(world, acme)
  assert.equal((await unknown.post('/sign-in', { email }, from('198.51.100.9'))).status, 429)
  assert.equal((await owner.post('/sign-in', { email }, from('198.51.100.9'))).status, 200)
  assert.equal((await owner.post('/sign-in', { email: 'other@example.com' }, from('198.51.100.9'))).status, 200)
  const mailed = await codes.deliver()
  const code = /\r\n(\d{6})\r\n/.exec(mailed.find(({ to }) => to.includes(email))!.raw)![1]!
  assert.equal((await owner.post('/sign-in/code', { email, code }, from('192.0.2.1'))).status, 303)
})

test('accepts a code only from the browser that requested it', async () => {
  const acme = await world.workspace()
  const email = 'bound@example.com'
  const owner = createPortalClient(world, acme)
  const requested = await owner.post('/sign-in', { email })
  assert.match(
    requested.headers.get('set-cookie')!,
    new RegExp(`^heed_sign_in=[\\w-]{22}; Path=/p/${acme.slug}/sign-in; Max-Age=\\d+; HttpOnly; SameSite=Lax$`),
  )
  const code = await codes.deliverCode()
  for (const cookie of ['', 'heed_sign_in=x', 'heed_sign_in=AAAAAAAAAAAAAAAAAAAAAA']) {
    const stranger = createPortalClient(world, acme, cookie)
    assert.equal((await stranger.post('/sign-in/code', { email, code })).status, 400)
  }
  assert.equal((await owner.post('/sign-in/code', { email, code })).status, 303)
})

test('does not trust a browser for an address or a portal that it has not signed in with', async () => {
  const [acme, other] = [await world.workspace(), await world.workspace()]
  const owner = createPortalClient(world, acme)
  await owner.post('/sign-in', { email: 'mine@example.com' }, from('198.51.100.10'))
  const done = await owner.post(
    '/sign-in/code',
    { email: 'mine@example.com', code: await codes.deliverCode() },
    from('198.51.100.10'),
  )
  const cookie = done.headers.getSetCookie()[1]!.split(';', 1)[0]!
  assert.match(cookie, /^heed_sign_in=[\w-]{22}\.[\w-]{22}$/)
  const forged = `${cookie.slice(0, -2)}${cookie.endsWith('AA') ? 'BB' : 'AA'}`
  const cases = [
    { at: acme, with: cookie, email: 'theirs@example.com' },
    { at: acme, with: forged, email: 'mine@example.com' },
    { at: other, with: cookie, email: 'mine@example.com' },
  ]
  for (const each of cases) {
    const statuses = []
    for (let n = 0; n < 6; n++) {
      const browser = createPortalClient(world, each.at, each.with)
      statuses.push((await browser.post('/sign-in', { email: each.email }, from('198.51.100.11'))).status)
    }
    assert.equal(statuses.at(-1), 429, JSON.stringify(each))
  }
  await codes.deliver()
})

test('limits code emails to one address across any number of networks', async () => {
  const attempts = createSignInLimits({ kind: 'memory' })
  const request = (n: number, email = 'eve@example.com') =>
    attempts.consumeCodeMail({ email, clientAddress: `203.0.113.${n}`, knownBrowser: null })
  for (let n = 0; n < 30; n++) await request(n)
  await assert.rejects(request(30), limited)
  await request(30, 'other@example.com')
})

test('counts addresses that differ in a +tag as one mailbox', async () => {
  const acme = await world.workspace()
  const statuses = []
  for (let n = 0; n < 14; n++) {
    const answer = await createPortalClient(world, acme).post(
      '/sign-in',
      { email: `bomb+${n}@example.com` },
      from('198.51.100.12'),
    )
    statuses.push(answer.status)
  }
  assert.deepEqual(statuses.toSorted(), [...Array(5).fill(200), ...Array(9).fill(429)])
  assert.equal((await codes.deliver()).length, 5)
})

test('identifies addresses that differ in a +tag as different customers', async () => {
  const acme = await world.workspace()
  for (const email of ['two@example.com', 'two+work@example.com']) {
    const browser = createPortalClient(world, acme)
    await browser.post('/sign-in', { email })
    assert.equal((await browser.post('/sign-in/code', { email, code: await codes.deliverCode() })).status, 303)
  }
  const { rows } = await world.database.pool.query(
    'select email from customers where workspace_id = $1 order by char_length(email)',
    [acme.id],
  )
  assert.deepEqual(
    rows.map(({ email }) => email),
    ['two@example.com', 'two+work@example.com'],
  )
})

test('signs in 35 people behind one address, one after another', async () => {
  const acme = await world.workspace()
  const office = from('198.51.100.13')
  for (let n = 0; n < 35; n++) {
    const email = `person${n}@example.com`
    const browser = createPortalClient(world, acme)
    assert.equal((await browser.post('/sign-in', { email }, office)).status, 200)
    const done = await browser.post('/sign-in/code', { email, code: await codes.deliverCode() }, office)
    assert.equal(done.status, 303)
  }
})

test('lets 500 people behind one address request and mistype codes at the same time, and stops a mailer', async () => {
  const attempts = createSignInLimits({ kind: 'memory' })
  const office = (n: number) => ({
    email: `person${n}@example.com`,
    clientAddress: '203.0.113.1',
    knownBrowser: null,
  })
  for (let n = 0; n < 500; n++) {
    await attempts.consumeCodeMail(office(n))
    await attempts.consumeCodeMail(office(n))
    for (let m = 0; m < 3; m++) await attempts.consumeCodeAttempt('203.0.113.1')
  }
  await assert.rejects(attempts.consumeCodeMail(office(1_000)), limited)
  for (let n = 0; n < 500; n++) await attempts.giveBackCodeMail(office(n))
  await attempts.consumeCodeMail(office(1_001))
  await attempts.consumeCodeMail({ ...office(1_002), clientAddress: '203.0.113.2' })
})

test('limits one network to 600 SSO sign-ins a minute', async () => {
  const attempts = createSignInLimits({ kind: 'memory' })
  for (let n = 0; n < 600; n++) await attempts.consumeSsoSignIn('203.0.113.1')
  await assert.rejects(attempts.consumeSsoSignIn('203.0.113.1'), limited)
})
