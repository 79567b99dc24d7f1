import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPortalClient, createSignInMail, signInCustomer } from '../../test/clients/portal-client.ts'
import { createTestApp, mailServerUrl, type TestWorkspace } from '../../test/test-app.ts'

const world = await createTestApp({ smtpUrl: mailServerUrl, caps: { free: 2, starter: null, growth: null } })
const { pool } = world.database
const codes = await createSignInMail(world)

async function published({ api }: TestWorkspace, more = {}): Promise<string> {
  const { id } = await api.create('/changelog', { title: 'CSV export', ...more })
  await api.post(`/changelog/${id}/publish`)
  return id
}

const reactionsOf = async ({ api }: TestWorkspace, id: string) =>
  (await api.get(`/changelog/${id}`)).body.data.reactions

test('sets and withdraws a reaction idempotently', async () => {
  const acme = await world.workspace()
  const id = await published(acme)
  const ada = await signInCustomer(world, acme, { email: 'ada@example.com' })
  const path = `/changelog/${id}/reactions`
  for (const _ of [1, 2]) {
    const { reactions } = JSON.parse((await ada.send(path, { emoji: '🎉', isOn: true })).text)
    assert.deepEqual(reactions, [{ emoji: '🎉', count: 1, isOwn: true }])
  }
  assert.match(
    (await ada.get(`/changelog/${id}`)).text,
    /name="withdraw" value="🎉" aria-pressed="true" aria-label="Party, 1 reaction"/,
  )
  for (const _ of [1, 2]) {
    assert.deepEqual(JSON.parse((await ada.send(path, { emoji: '🎉', isOn: false })).text), { reactions: [] })
  }
  const { rows } = await pool.query(
    `select type from audit_events where target_id = $1 and type like 'changelog.reaction%' order by id`,
    [id],
  )
  assert.deepEqual(
    rows.map(({ type }) => type),
    ['changelog.reaction_added', 'changelog.reaction_removed'],
  )
})

test('does the same from a form, and redirects back', async () => {
  const acme = await world.workspace()
  const id = await published(acme)
  const ada = await signInCustomer(world, acme, { email: 'ada@example.com' })
  const path = `/changelog/${id}/reactions`
  const back = await ada.post(path, { react: '🚀', next: `/changelog#e-${id}` })
  assert.deepEqual([back.status, back.headers.get('location')], [303, `/p/${acme.slug}/changelog#e-${id}`])
  assert.deepEqual(await reactionsOf(acme, id), { '🚀': 1 })
  await ada.post(path, { withdraw: '🚀', next: 'https://evil.example' })
  assert.deepEqual(await reactionsOf(acme, id), {})
})

test('counts concurrent reactions once per customer and emoji', async () => {
  const acme = await world.workspace({ plan: 'growth' })
  const id = await published(acme)
  const readers = await Promise.all([1, 2, 3].map((n) => signInCustomer(world, acme, { email: `r${n}@example.com` })))
  const presses = readers.flatMap((reader) =>
    ['👍', '👍', '❤️'].map((emoji) => reader.send(`/changelog/${id}/reactions`, { emoji, isOn: true })),
  )
  assert.ok((await Promise.all(presses)).every(({ status }) => status === 200))
  assert.deepEqual(await reactionsOf(acme, id), { '👍': 3, '❤️': 3 })
})

test('counts a reacting customer of the product against the cap, and rejects them when it is reached', async () => {
  const acme = await world.workspace({ plan: 'free' })
  const id = await published(acme)
  const readers = await Promise.all([1, 2, 3].map((n) => signInCustomer(world, acme, { externalId: `r${n}` })))
  const answers = await Promise.all(
    readers.map((reader) => reader.send(`/changelog/${id}/reactions`, { emoji: '👍', isOn: true })),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 403])
  assert.deepEqual(await reactionsOf(acme, id), { '👍': 2 })
})

test('rejects reactions to drafts, to entries without reactions and of other workspaces, and other emoji', async () => {
  const acme = await world.workspace()
  const ada = await signInCustomer(world, acme, { email: 'ada@example.com' })
  const draft = (await acme.api.create('/changelog', { title: 'Draft' })).id
  const quiet = await published(acme, { reactionsEnabled: false })
  const elsewhere = await published(await world.workspace())
  const send = async (id: string, body: object) => (await ada.send(`/changelog/${id}/reactions`, body)).status
  const on = { emoji: '👍', isOn: true }
  assert.deepEqual([await send(draft, on), await send(elsewhere, on), await send('x', on)], [404, 404, 404])
  assert.equal(await send(quiet, on), 400)
  const open = await published(acme)
  for (const body of [
    { emoji: '👎', isOn: true },
    { emoji: '👍' },
    { emoji: '👍', isOn: 'yes' },
    { isOn: true },
    null,
  ]) {
    assert.equal(await send(open, body as object), 400, JSON.stringify(body))
  }
  assert.doesNotMatch((await ada.get(`/changelog/${quiet}`)).text, /data-reactions/)
})

test('asks signed-out visitors to sign in and carries the reaction along', async () => {
  const acme = await world.workspace()
  const id = await published(acme)
  const stranger = createPortalClient(world, acme)
  const form = await stranger.post(`/changelog/${id}/reactions`, { react: '👀' })
  const signIn = form.headers.get('location')!
  assert.match(signIn, /^\/p\/[^/]+\/sign-in\?then=/)
  const script = await stranger.send(`/changelog/${id}/reactions`, { emoji: '👀', isOn: true })
  assert.equal(script.status, 401)
  assert.match(JSON.parse(script.text).signIn, /^\/p\/[^/]+\/sign-in\?then=/)
  assert.deepEqual(await reactionsOf(acme, id), {})
  const carried = { email: 'ada@example.com', ...Object.fromEntries([['then', signIn.split('then=')[1]!]]) }
  await stranger.post('/sign-in', carried)
  const done = await stranger.post('/sign-in/code', { ...carried, code: await codes.deliverCode() })
  assert.deepEqual([done.status, done.headers.get('location')], [303, `/p/${acme.slug}/changelog/${id}`])
  assert.deepEqual(await reactionsOf(acme, id), { '👀': 1 })
})
