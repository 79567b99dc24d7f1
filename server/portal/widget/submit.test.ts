import assert from 'node:assert/strict'
import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import { test } from 'node:test'
import { createPortalClient, signInCustomer } from '../../test/clients/portal-client.ts'
import { createWidgetClient, currentWidgetToken, setPortalSettings } from '../../test/clients/widget-client.ts'
import { createTestApp, type TestWorkspace } from '../../test/test-app.ts'
import { sessionCookie } from '../auth/session.ts'
import { renewWidgetToken } from '../settings/widget-token.ts'

const world = await createTestApp({ caps: { free: 1, starter: 1, growth: null } })
const home = 'https://app.acme.test'

/** Creates a workspace that allows the origin `home`, and the headers its pages send. */
async function embedded(plan: 'free' | 'growth' = 'growth') {
  const acme = await world.workspace({ plan })
  await setPortalSettings(acme, { widgetOrigins: [home] })
  const authorization = `Bearer ${await currentWidgetToken(acme)}`
  const script = createWidgetClient(world, acme, home)
  const submit = (body: unknown, headers: Record<string, unknown> = {}) =>
    script('POST', '/submissions', { authorization, body, ...headers })
  return { acme, authorization, script, submit }
}

const sessionOf = async (acme: TestWorkspace, email: string, externalId?: string) => {
  const { cookie, customerId } = await signInCustomer(world, acme, { email, ...(externalId && { externalId }) })
  return { session: cookie.slice(sessionCookie.length + 1), customerId }
}

const storedOf = async ({ id }: TestWorkspace) => {
  const { rows } = await world.database.pool.query(
    `select f.id, f.title, f.description, f.votes, b.slug as board, c.customer_id, c.source_url from feedback f
     join boards b on b.workspace_id = f.workspace_id and b.id = f.board_id
     left join feedback_context c on c.workspace_id = f.workspace_id and c.feedback_id = f.id
     where f.workspace_id = $1 order by f.created_at, f.id`,
    [id],
  )
  return rows
}

test('submits a request with the widget token, and stores the page URL for the team only', async () => {
  const { acme, submit } = await embedded()
  const answer = await submit({ title: '  Dark mode ', description: 'At night', pageUrl: `${home}/settings?tab=look` })
  assert.equal(answer.status, 201)
  assert.deepEqual(Object.keys(answer.body.data), ['id', 'status'])
  assert.equal(answer.body.data.status, 'pending')
  const [stored] = await storedOf(acme)
  assert.deepEqual(stored, {
    id: answer.body.data.id,
    title: 'Dark mode',
    description: 'At night',
    votes: 0,
    board: 'feature-requests',
    customer_id: null,
    source_url: `${home}/settings?tab=look`,
  })
})

test('submits as the session’s customer, with their vote', async () => {
  const { acme, submit } = await embedded()
  const { session, customerId } = await sessionOf(acme, 'ada@example.com')
  const answer = await submit({ title: 'Dark mode', pageUrl: `${home}/` }, { 'heed-session': session })
  assert.equal(answer.status, 201)
  const [stored] = await storedOf(acme)
  assert.deepEqual([stored.customer_id, stored.votes, stored.source_url], [customerId, 1, `${home}/`])
  // Submitting it again returns the same request.
  const again = await submit({ title: 'dark  mode' }, { 'heed-session': session })
  assert.deepEqual([again.status, again.body.data.id], [200, answer.body.data.id])
})

test('accepts exactly the allowed origins; other pages cannot read the response', async () => {
  const { acme, authorization, submit } = await embedded()
  const allowed = await submit({ title: 'From home' })
  assert.equal(allowed.headers.get('access-control-allow-origin'), home)
  assert.equal(allowed.headers.get('access-control-allow-credentials'), null)
  assert.match(allowed.headers.get('vary')!, /Origin/)
  const others = ['https://evil.test', `${home}.evil.test`, `${home}:444`, 'http://app.acme.test', `${home}/`, 'null']
  for (const origin of [...others, undefined]) {
    const body = { title: 'From elsewhere' }
    const refused = await createWidgetClient(world, acme, origin)('POST', '/submissions', { authorization, body })
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'forbidden'], `${origin}`)
    assert.equal(refused.headers.get('access-control-allow-origin'), null, `${origin}`)
  }
  assert.equal((await storedOf(acme)).length, 1)
})

test('answers preflights for allowed origins only', async () => {
  const { acme, script } = await embedded()
  const asked = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' }
  for (const path of [
    '/submissions',
    '/widget/votes',
    '/widget.json',
    '/widget/similar',
    '/widget/entries/1',
    '/widget/challenge',
  ]) {
    const { status, headers } = await script('OPTIONS', path, asked)
    assert.deepEqual([status, headers.get('access-control-allow-origin')], [204, home])
    const named = headers.get('access-control-allow-headers')!
    for (const name of ['authorization', 'content-type', 'heed-proof', 'heed-session', 'idempotency-key'])
      assert.ok(named.includes(name))
    const other = await createWidgetClient(world, acme, 'https://evil.test')('OPTIONS', path, asked)
    assert.ok([...other.headers.keys()].every((name) => !name.startsWith('access-control-')))
  }
})

test('rejects a missing, forged, renewed or foreign widget token', async () => {
  const { acme, authorization, submit } = await embedded()
  const elsewhere = await embedded()
  const { session } = await sessionOf(acme, 'ada@example.com')
  const wrong = [
    elsewhere.authorization,
    `${authorization}x`,
    `Bearer ${acme.key}`,
    `Bearer ${session}`,
    'Bearer',
    undefined,
  ]
  for (const each of wrong) {
    const refused = await submit({ title: 'No' }, { authorization: each, 'heed-session': session })
    assert.deepEqual([refused.status, refused.body.error.code], [401, 'unauthorized'], `${each}`)
    assert.equal(refused.headers.get('access-control-allow-origin'), home)
  }
  await acme.write(renewWidgetToken)
  assert.equal((await submit({ title: 'No' })).status, 401)
  assert.equal(
    (await submit({ title: 'Yes' }, { authorization: `Bearer ${await currentWidgetToken(acme)}` })).status,
    201,
  )
  assert.equal((await storedOf(acme)).length, 1)
})

test('reports all errors at once and rejects unknown members', async () => {
  const { acme, submit } = await embedded()
  const wrong = {
    description: 5,
    pageUrl: 'javascript:alert(1)',
    submitter: { email: 'boss@example.com' },
    stage: 'planned',
  }
  const refused = await submit(wrong, { 'idempotency-key': 'two words' })
  assert.deepEqual([refused.status, refused.body.error.code], [400, 'validation_error'])
  assert.deepEqual(refused.body.error.details.map(({ path }: { path: string }) => path).sort(), [
    '/description',
    '/pageUrl',
    '/stage',
    '/submitter',
    '/title',
    'header.Idempotency-Key',
  ])
  assert.equal(typeof refused.body.error.requestId, 'string')
  for (const body of ['{"title":', '"text"', '[]', 'null']) assert.equal((await submit(body)).status, 400, body)
  assert.equal((await submit({ title: 'x'.repeat(140_000) })).body.error.code, 'payload_too_large')
  assert.deepEqual(await storedOf(acme), [])
})

test('accepts public open boards only, and defaults to the first', async () => {
  const { acme, submit } = await embedded()
  await world.database.pool.query(
    `insert into boards (workspace_id, id, slug, name, position, accepts_requests, is_public, created_at)
     select $1, gen_random_uuid(), slug, slug, position, accepts, is_public, now()
     from (values ('hidden', -2, true, false), ('full', -1, false, true)) v (slug, position, accepts, is_public)`,
    [acme.id],
  )
  assert.equal((await submit({ title: 'Anywhere' })).status, 201)
  assert.equal((await storedOf(acme))[0].board, 'feature-requests')
  const texts = []
  for (const boardId of ['hidden', 'full', 'absent']) {
    const refused = await submit({ title: 'There', boardId })
    assert.deepEqual([refused.status, refused.body.error.details[0].path], [400, '/boardId'])
    texts.push(refused.body.error.details[0].message)
  }
  // The error does not reveal whether a hidden board exists.
  assert.equal(texts[0], texts[2])
})

test('submits once per idempotency key, concurrent sends included; each customer has their own keys', async () => {
  const { acme, submit } = await embedded()
  const key = { 'idempotency-key': 'press-1' }
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => submit({ title: 'Once' }, key)))
  for (const { status } of answers) assert.ok(status === 201 || status === 409)
  const last = await submit({ title: 'Once' }, key)
  assert.deepEqual([last.status, last.headers.get('idempotency-replayed')], [201, 'true'])
  assert.equal((await storedOf(acme)).length, 1)
  const { session } = await sessionOf(acme, 'ada@example.com')
  const own = await submit({ title: 'Ada’s' }, { ...key, 'heed-session': session })
  assert.notEqual(own.body.data.id, last.body.data.id)
  const corrected = await submit({ title: 'Ada’s, corrected' }, { ...key, 'heed-session': session })
  assert.deepEqual([corrected.headers.get('idempotency-replayed'), corrected.body], ['true', own.body])
})

test('keeps anonymous requests with the same key but another body or origin apart', async () => {
  const { acme, authorization, submit } = await embedded()
  const shop = 'https://shop.acme.test'
  await setPortalSettings(acme, { widgetOrigins: [home, shop] })
  const key = { 'idempotency-key': '1' }
  const fromShop = createWidgetClient(world, acme, shop)
  const answers = [
    await submit({ title: 'Dark mode' }, key),
    await submit({ title: 'Export' }, key),
    await fromShop('POST', '/submissions', { authorization, body: { title: 'Export' }, ...key }),
  ]
  for (const { status, headers } of answers)
    assert.deepEqual([status, headers.get('idempotency-replayed')], [201, null])
  assert.equal(new Set(answers.map(({ body }) => body.data.id)).size, 3)
  assert.equal((await storedOf(acme)).length, 3)
})

test('rejects a new customer of the product at the cap and stores nothing', async () => {
  const { acme, submit } = await embedded('free')
  const [ada, ben] = [await sessionOf(acme, 'ada@example.com', 'ada'), await sessionOf(acme, 'ben@example.com', 'ben')]
  assert.equal((await submit({ title: 'First' }, { 'heed-session': ada.session })).status, 201)
  assert.equal((await submit({ title: 'Second' }, { 'heed-session': ben.session })).status, 403)
  assert.equal((await storedOf(acme)).length, 1)
})

test('requires a session on a private portal, and the requests section everywhere', async () => {
  const { acme, submit } = await embedded()
  await setPortalSettings(acme, { access: 'private' })
  const { session } = await sessionOf(acme, 'ada@example.com', 'ada')
  assert.equal((await submit({ title: 'Nobody’s' })).status, 401)
  assert.equal((await submit({ title: 'Ada’s' }, { 'heed-session': session })).status, 201)
  await setPortalSettings(acme, { access: 'public', showsRequests: false })
  const refused = await submit({ title: 'No' })
  assert.deepEqual([refused.status, refused.headers.get('access-control-allow-origin')], [404, home])
})

test('limits submissions per network and says when to retry', async () => {
  const { acme, submit } = await embedded()
  let answer = await submit({ title: 'Again' })
  for (let sent = 0; answer.status === 201 && sent < 100; sent++) answer = await submit({ title: 'Again' })
  assert.deepEqual([answer.status, answer.body.error.code], [429, 'rate_limited'])
  assert.match(answer.headers.get('retry-after')!, /^[1-9]\d*$/)
  assert.match(answer.headers.get('access-control-expose-headers')!, /retry-after/)
  assert.ok((await storedOf(acme)).length <= 30)
})

test('rejects a title without visible characters, and removes bidirectional controls from others', async () => {
  const { acme, submit } = await embedded()
  const refused = await submit({ title: '\u200b\u202e' })
  assert.equal(refused.status, 400)
  assert.equal(refused.body.error.details[0].path, '/title')
  assert.equal((await submit({ title: 'Dark\u202e \u200bmode' })).status, 201)
  assert.deepEqual(
    (await storedOf(acme)).map(({ title }) => title),
    ['Dark mode'],
  )
})

test('never publishes anonymous requests with a forged origin, from any number of networks and on any board', async () => {
  const { acme, authorization } = await embedded()
  await world.database.pool.query(`update boards set reviews_new = 'none' where workspace_id = $1`, [acme.id])
  const statuses = await Promise.all(
    Array.from({ length: 20 }, (_, n) => submitFrom(`127.0.${n}.9`, acme.slug, authorization, `CANARY pills ${n}`)),
  )
  assert.deepEqual(new Set(statuses), new Set(['pending']))
  assert.doesNotMatch((await createPortalClient(world, acme).get('/')).text, /CANARY/)
})

/** Submits a request as a script without a browser does, which can send any origin. */
const submitFrom = (localAddress: string, slug: string, authorization: string, title: string) =>
  new Promise<string>((resolve, reject) => {
    const headers = { authorization, origin: home, 'content-type': 'application/json' }
    const sent = request(`${world.origin}/p/${slug}/submissions`, { method: 'POST', localAddress, headers }, (answer) =>
      json(answer).then((body) => resolve((body as { data: { status: string } }).data.status), reject),
    )
    sent.on('error', reject).end(JSON.stringify({ title, description: '[Buy](https://evil.example)' }))
  })
