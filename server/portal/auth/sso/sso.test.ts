import assert from 'node:assert/strict'
import { createHmac, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { test } from 'node:test'
import { Vault } from '../../../platform/crypto/vault.ts'
import {
  createPortalClient,
  hiddenFieldValue,
  type PortalClient,
  type PortalTestResponse,
  receivedCookie,
  signInCustomer,
} from '../../../test/clients/portal-client.ts'
import { createTestApp, type TestWorkspace, testSecretKey } from '../../../test/test-app.ts'
import { createSsoSecret, rotateSsoSecret } from '../../settings/sso-secrets.ts'
import { updatePortal } from '../../settings/update.ts'

const now = '2026-11-02T10:00:00.000Z'
const world = await createTestApp({ now })
const { pool } = world.database
const vault = new Vault(testSecretKey)
const seconds = Date.parse(now) / 1_000
const makeSecretOf = (workspace: TestWorkspace) => workspace.write((tx) => createSsoSecret({ ...tx, now }, vault))
const acme = await world.workspace()
const { secret, id: secretId } = await makeSecretOf(acme)
const portal = createPortalClient(world, acme)

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const claims = (more: object = {}) => ({
  sub: 'u1',
  aud: `heed:${acme.slug}`,
  iat: seconds,
  exp: seconds + 300,
  jti: randomUUID(),
  ...more,
})

/** Signs a token. @param header of the token @param hash of the HMAC */
function signed(said: object, key = secret, header: object = { alg: 'HS256', typ: 'JWT' }, hash = 'sha256'): string {
  const text = `${part(header)}.${part(said)}`
  return `${text}.${createHmac(hash, key).update(text).digest('base64url')}`
}

/** The origin of the product, which the workspace lists. */
const origin = 'https://app.acme.example'
await acme.write((tx) => updatePortal(tx, { widgetOrigins: [origin] }, { publicUrl: 'http://heed.test' }))

/** Confirms the page that asks who a visitor is. */
const confirm = (reader: PortalClient, asked: PortalTestResponse) =>
  reader.post('/identify/confirm', {
    token: hiddenFieldValue(asked, 'token'),
    next: hiddenFieldValue(asked, 'next'),
  })

const arriveBy = (token: string, at = portal) => at.send('/identify', { token })

/** Submits a token and returns the message of the 401. */
async function refusalOf(token: string): Promise<string> {
  const answer = await arriveBy(token)
  assert.equal(answer.status, 401, answer.text)
  assert.equal(answer.headers.get('set-cookie'), null)
  const { error } = JSON.parse(answer.text)
  assert.equal(error.code, 'unauthorized')
  assert.ok(!answer.text.includes(secret))
  return error.message
}

test('signs in through a form of the product, redirects, and creates an untracked customer', async () => {
  const token = signed(claims({ sub: 'form', email: 'Form@example.com', name: 'Fred Form', role: 'ignored' }))
  const answer = await portal.post('/identify', { token, next: '/requests/x' }, { origin })
  assert.deepEqual([answer.status, answer.headers.get('location')], [303, `/p/${acme.slug}/requests/x`])
  assert.match((await createPortalClient(world, acme, receivedCookie(answer)).get('/')).text, /class="me"/)
  const { rows } = await pool.query(
    'select email, name, external_id, is_tracked from customers where workspace_id = $1 and external_id = $2',
    [acme.id, 'form'],
  )
  assert.deepEqual(rows, [{ email: 'Form@example.com', name: 'Fred Form', external_id: 'form', is_tracked: false }])
  const away = await portal.post('/identify', { token: signed(claims()), next: 'https://evil.example' }, { origin })
  assert.equal(away.headers.get('location'), `/p/${acme.slug}/`)
})

test('asks before a form replaces the session of another customer, and then ends it', async () => {
  const ada = await signInCustomer(world, acme, { email: 'ada@example.com' })
  const refused = await ada.post('/identify', { token: 'x' }, { origin })
  assert.equal(refused.status, 401)
  const asked = await ada.post(
    '/identify',
    { token: signed(claims({ sub: 'after', name: 'Ann <After>' })), next: '/roadmap' },
    { origin },
  )
  assert.deepEqual([asked.status, asked.headers.get('set-cookie')], [200, null])
  assert.match(asked.headers.get('cache-control')!, /no-store/)
  assert.match(asked.text, /<h1 id="entry" dir="auto">Continue as Ann &lt;After&gt;\?<\/h1>/)
  assert.match((await ada.get('/')).text, /class="me"/)
  const answer = await confirm(ada, asked)
  assert.deepEqual([answer.status, answer.headers.get('location')], [303, `/p/${acme.slug}/roadmap`])
  const again = createPortalClient(world, acme, receivedCookie(answer))
  const same = await again.post('/identify', { token: signed(claims({ sub: 'after' })) }, { origin })
  assert.equal(same.status, 303, 'the same customer is not asked')
  assert.doesNotMatch((await ada.get('/')).text, /class="me"/)
  assert.match((await createPortalClient(world, acme, receivedCookie(same)).get('/')).text, /class="me"/)
})

test('asks for confirmation before a form from an unlisted site signs anyone in', async () => {
  for (const from of ['https://evil.example', 'null', `${origin}.evil.example`, 'http://app.acme.example']) {
    const token = signed(claims({ sub: 'attacker', email: 'attacker@example.com' }))
    const asked = await portal.post('/identify', { token }, { origin: from })
    assert.deepEqual([asked.status, asked.headers.get('set-cookie')], [200, null], from)
    assert.match(asked.text, /Continue as attacker@example.com\?/)
    const forged = await portal.post('/identify/confirm', { token }, { origin: from })
    assert.deepEqual([forged.status, forged.headers.get('set-cookie')], [403, null], from)
    assert.equal((await confirm(portal, asked)).status, 303, 'the token was not used up by asking')
  }
})

test('gives a script a session token that works on cross-origin routes only', async () => {
  const answer = await arriveBy(signed(claims({ sub: 'script', email: 'script@example.com' })))
  assert.equal(answer.status, 200)
  const { customer, sessionToken } = JSON.parse(answer.text).data
  assert.deepEqual(customer, { name: null, email: 'script@example.com' })
  assert.equal(receivedCookie(answer), `heed_customer=${sessionToken}`)
  assert.match(answer.headers.get('set-cookie')!, /Max-Age=86400;/)
  assert.doesNotMatch((await portal.get('/', { authorization: `Bearer ${sessionToken}` })).text, /class="me"/)
})

test('finds the customer by external id, then by email, but not by the email of another external id', async () => {
  const idOf = async (said: object) => {
    const answer = await arriveBy(signed(claims(said)))
    const { rows } = await pool.query(
      `select customer_id from customer_sessions where hash = sha256(convert_to($1, 'utf8'))`,
      [JSON.parse(answer.text).data.sessionToken],
    )
    return rows[0].customer_id
  }
  const one = await idOf({ sub: 'one', email: 'one@example.com' })
  assert.equal(await idOf({ sub: 'one', email: 'else@example.com' }), one)
  const { id } = await acme.api.create('/feedback', { title: 'Known', submitter: { email: 'known@example.com' } })
  const { rows } = await pool.query('select customer_id from feedback_context where feedback_id = $1', [id])
  assert.equal(await idOf({ sub: 'known', email: 'KNOWN@example.com' }), rows[0].customer_id)
  assert.notEqual(await idOf({ sub: 'thief', email: 'one@example.com' }), one)
})

test('rejects tokens not signed with HS256 and a secret of this workspace', async () => {
  const none = `${part({ alg: 'none' })}.${part(claims())}.`
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const rs = `${part({ alg: 'RS256' })}.${part(claims())}`
  const byRsa = `${rs}.${sign('sha256', Buffer.from(rs), privateKey).toString('base64url')}`
  const notHs256 = [
    none,
    byRsa,
    signed(claims(), secret, { alg: 'HS512' }, 'sha512'),
    signed(claims(), secret, { alg: 'HS256 ' }),
    signed(claims(), secret, { alg: 'RS256' }),
    signed(claims(), publicKey.export({ type: 'spki', format: 'pem' }).toString(), { alg: 'RS256' }),
  ]
  for (const token of notHs256) assert.match(await refusalOf(token), /must be signed with HS256|not a signed JWT/)
  const good = signed(claims())
  const [header, , signature] = good.split('.')
  const other = await world.workspace()
  const notOurs = [
    signed(claims(), 'heed_ps_guess'),
    signed(claims(), (await makeSecretOf(other)).secret),
    `${header}.${part(claims({ sub: 'admin' }))}.${signature}`,
    `${good.slice(0, -3)}AAA`,
  ]
  for (const token of notOurs)
    assert.match(await refusalOf(token), /not signed with an active secret of this workspace/)
  for (const token of ['x', 'a.b.c', `${good}.x`, good.slice(0, good.lastIndexOf('.')), `{}${good}`]) {
    assert.match(await refusalOf(token), /not a signed JWT/)
  }
  assert.match(await refusalOf(signed(claims({ padding: 'x'.repeat(9_000) }))), /at most 8192 characters/)
})

test('accepts a name that the product vouches for, without characters that hide or reorder text', async () => {
  const nameOf = async (sub: string, name: string) => {
    const answer = await arriveBy(signed(claims({ sub, name })))
    return JSON.parse(answer.text).data.customer.name
  }
  assert.equal(await nameOf('vouched', `${acme.slug} support\u202e\u200b team`), `${acme.slug} support team`)
  assert.equal(await nameOf('unseen', '\u200b\u202e'), null)
})

test('names a missing or invalid claim', async () => {
  const without = (name: string) => {
    const { [name as 'sub']: _gone, ...rest } = claims()
    return signed(rest)
  }
  const cases: [string, RegExp][] = [
    [signed(claims({ aud: 'heed:other' })), /aud must be "heed:/],
    [signed(claims({ aud: acme.slug })), /aud must be/],
    [without('aud'), /aud/],
    [without('exp'), /exp is required/],
    [without('jti'), /jti is required/],
    [without('sub'), /sub is required/],
    [signed(claims({ exp: seconds - 61 })), /expired/],
    [signed(claims({ exp: String(seconds + 60) })), /exp/],
    [signed(claims({ exp: seconds + 3_661 })), /exp must be at most an hour ahead/],
    [signed(claims({ iat: seconds + 61 })), /iat must not be in the future/],
    [signed(claims({ nbf: seconds + 61 })), /nbf/],
    [signed(claims({ jti: '' })), /jti must not be empty/],
    [signed(claims({ jti: 'x'.repeat(201) })), /jti must have at most 200 characters/],
    [signed(claims({ sub: ' ' })), /sub must not be empty/],
    [signed(claims({ sub: 'x'.repeat(256) })), /sub must have at most 255 characters/],
    [signed(claims({ sub: 'a\0b' })), /sub must not contain a NUL/],
    [signed(claims({ sub: 1 })), /sub must be a string/],
    [signed(claims({ email: 'ada at home' })), /email must be an email address/],
    [signed(claims({ name: 'x'.repeat(201) })), /name must have at most 200 characters/],
  ]
  for (const [token, sentence] of cases) assert.match(await refusalOf(token), sentence)
  for (const said of [{ iat: seconds + 60 }, { nbf: seconds + 60 }, { exp: seconds - 59 }, { exp: seconds + 3_600 }]) {
    assert.equal((await arriveBy(signed(claims(said)))).status, 200)
  }
  for (const body of [{}, { token: 1 }, [], null]) assert.equal((await portal.send('/identify', body)).status, 401)
})

test('accepts a token once, even concurrently; its jti stays free in other workspaces', async () => {
  const token = signed(claims())
  assert.equal((await arriveBy(token)).status, 200)
  assert.match(await refusalOf(token), /already used/)
  const twice = signed(claims({ sub: 'twice' }))
  const answers = await Promise.all([1, 2, 3, 4].map(() => arriveBy(twice)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401, 401, 401])
  const other = await world.workspace()
  const own = await makeSecretOf(other)
  const jti = 'the same'
  await arriveBy(signed(claims({ jti })))
  const there = signed(claims({ jti, aud: `heed:${other.slug}` }), own.secret)
  assert.equal((await arriveBy(there, createPortalClient(world, other))).status, 200)
})

test('creates one customer for two concurrent tokens of a new person', async () => {
  const answers = await Promise.all(
    [1, 2, 3].map(() => arriveBy(signed(claims({ sub: 'new', email: 'new@example.com' })))),
  )
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  )
  const { rows } = await pool.query(`select id from customers where external_id = 'new'`)
  assert.equal(rows.length, 1)
})

test('rejects every token of a workspace without a secret', async () => {
  const other = await world.workspace()
  const answer = await arriveBy(signed(claims({ aud: `heed:${other.slug}` }), ''), createPortalClient(world, other))
  assert.match(answer.text, /accepts no tokens/)
})

test('shows browsers the error as a page', async () => {
  const answer = await portal.post('/identify', { token: 'x' })
  assert.equal(answer.status, 401)
  assert.match(answer.headers.get('content-type')!, /^text\/html/)
  assert.match(answer.text, /We couldn’t sign you in/)
})

test('lets only allowed origins read responses, errors included', async () => {
  const call = (method: string, from: string, token = '') =>
    fetch(`${world.origin}/p/${acme.slug}/identify`, {
      method,
      headers: { origin: from, 'content-type': 'application/json' },
      ...(method === 'POST' && { body: JSON.stringify({ token }) }),
    })
  const allowed = (answer: Response) => answer.headers.get('access-control-allow-origin')
  const good = await call('POST', origin, signed(claims()))
  assert.deepEqual(
    [good.status, allowed(good), good.headers.get('access-control-allow-credentials')],
    [200, origin, null],
  )
  assert.match(good.headers.get('vary')!, /Origin/)
  const refused = await call('POST', origin, 'x')
  assert.deepEqual([refused.status, allowed(refused)], [401, origin])
  const asked = await call('OPTIONS', origin)
  assert.deepEqual([asked.status, allowed(asked)], [204, origin])
  assert.match(asked.headers.get('access-control-allow-headers')!, /content-type/)
  for (const from of ['https://evil.example', 'null', 'http://app.acme.example', `${origin}:444`]) {
    for (const answer of [await call('OPTIONS', from), await call('POST', from, signed(claims()))]) {
      assert.equal(allowed(answer), null)
      assert.equal(answer.headers.get('access-control-allow-headers'), null)
    }
  }
})

test('accepts a rotated secret until it expires', async () => {
  const made = await acme.write((tx) => rotateSsoSecret({ ...tx, now }, vault, secretId, { overlapHours: 1 }))
  for (const key of [secret, made.secret]) assert.equal((await arriveBy(signed(claims(), key))).status, 200)
  const later = Date.parse(now) / 1_000 + 3_601
  world.setClock(new Date(later * 1_000).toISOString())
  const fresh = { iat: later, exp: later + 60 }
  assert.match(await refusalOf(signed(claims(fresh), secret)), /not signed with an active secret of this workspace/)
  assert.equal((await arriveBy(signed(claims(fresh), made.secret))).status, 200)
})
