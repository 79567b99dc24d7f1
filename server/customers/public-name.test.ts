import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../platform/ids.ts'
import { updatePortal } from '../portal/settings/update.ts'
import { createPortalClient, formTokenField, signInCustomer } from '../test/clients/portal-client.ts'
import { createDigestFixtures } from '../test/fixtures/digests.ts'
import { asRole, forbiddenError } from '../test/support/roles.ts'
import { createTestApp, defaultCaps, type TestWorkspace } from '../test/test-app.ts'
import { createCustomer } from './create.ts'
import { upsertSignedCustomer } from './identity/signed-identity.ts'
import { updateCustomer } from './update.ts'

const world = await createTestApp({ caps: { free: null, starter: null, growth: null } })
const { pool } = world.database
const digests = await createDigestFixtures(world)
const settings = { publicUrl: 'https://heed.test' }

const canary = 'Canary Quillfeather'
const given = { email: 'canary@example.com', name: canary }

/** Creates content of every kind by a customer whom the API, the team or an import named. */
async function createScene(submitter: object = given) {
  const acme = await world.workspace()
  const { id } = await acme.api.create('/feedback', { title: 'Dark mode', description: 'Please', submitter })
  await acme.api.patch(`/feedback/${id}/stage`, { stage: 'planned' })
  await acme.api.create(`/feedback/${id}/promote`, { status: 'planned' })
  await acme.api.create(`/feedback/${id}/comments`, { body: 'Me first', submitter })
  const entry = await acme.api.create('/changelog', { title: 'Shipped', body: 'Done', linkedFeedbackIds: [id] })
  await acme.api.post(`/changelog/${entry.id}/publish`)
  await acme.api.create(`/changelog/${entry.id}/comments`, { body: 'Thanks', submitter })
  return { acme, id: id as string, entryId: entry.id as string }
}

type Scene = Awaited<ReturnType<typeof createScene>>

/** Returns all public responses of a portal as one text. */
async function everythingPublic({ acme, id, entryId }: Scene, reader = createPortalClient(world, acme)) {
  // Every URL is cached for a second.
  const fresh = newId()
  const paths = [
    `/?${fresh}`,
    `/?stage=all&${fresh}`,
    `/?search=dark&${fresh}`,
    `/requests/${id}?${fresh}`,
    `/requests/${id}?reply=${id}&${fresh}`,
    `/roadmap?${fresh}`,
    `/changelog?${fresh}`,
    `/changelog/${entryId}?${fresh}`,
    `/changelog/atom.xml?${fresh}`,
    `/changelog/rss.xml?${fresh}`,
    `/changelog/feed.json?${fresh}`,
    `/sitemap.xml?${fresh}`,
    `/widget.json?${fresh}`,
    '/similar?title=dark+mode',
  ]
  const answers = await Promise.all(paths.map(async (path) => [path, await reader.get(path)] as const))
  for (const [path, { status }] of answers) assert.equal(status, 200, path)
  return answers.map(([path, { text }]) => `${path}\n${text}`).join('\n')
}

const nameOn = (text: string) =>
  [...text.matchAll(/<bdi class="person-name">([^<]*)<\/bdi>|<strong dir="auto">([^<]*)<\/strong>/g)].map(
    ([, person, author]) => person ?? author,
  )

const showGivenNames = ({ acme }: Scene, showsGivenNames: boolean) =>
  acme.write((tx) => updatePortal(tx, { showsGivenNames }, settings))

const sourceOf = async ({ id }: TestWorkspace, email = given.email) =>
  (await pool.query('select name_source from customers where workspace_id = $1 and email = $2', [id, email])).rows[0]
    ?.name_source

test('hides names that the API gave everywhere, unless the workspace shows given names', async () => {
  const scene = await createScene()
  const hidden = await everythingPublic(scene)
  assert.ok(!hidden.includes('Quillfeather') && !hidden.includes('CQ<'), 'the name or its initials are public')
  assert.deepEqual([...new Set(nameOn(hidden))], ['Customer'])
  await showGivenNames(scene, true)
  const shown = nameOn(await everythingPublic(scene))
  // Three lists, the request with its comment, the roadmap, and the comment on the entry.
  assert.deepEqual([...new Set(shown)], [canary])
  assert.ok(shown.length >= 8, `${shown.length}`)
  await showGivenNames(scene, false)
  assert.ok(!(await everythingPublic(scene)).includes('Quillfeather'))
  assert.equal((await scene.acme.api.get(`/feedback/${scene.id}/comments`)).body.data[0].author.name, canary)
})

test('keeps names from the team and the command line private', async () => {
  for (const [source, name] of [
    ['team', (acme: TestWorkspace) => acme.write((tx) => createCustomer(asRole(tx, 'owner'), given, defaultCaps))],
    ['import', (acme: TestWorkspace) => acme.write((tx) => createCustomer(tx, given, defaultCaps))],
  ] as const) {
    const scene = await createScene({ email: 'other@example.com' })
    await name(scene.acme)
    await pool.query(
      `update feedback_context set customer_id = (select id from customers where workspace_id = $1 and email = $2)
       where workspace_id = $1`,
      [scene.acme.id, given.email],
    )
    assert.equal(await sourceOf(scene.acme), source)
    assert.ok(!(await everythingPublic(scene)).includes('Quillfeather'), source)
  }
})

test('hides a name that the team replaced until its owner agrees to show it', async () => {
  const scene = await createScene({ email: given.email })
  const owner = await signInCustomer(world, scene.acme, { email: given.email })
  await owner.post('/me/profile', { name: 'Ada Own' })
  assert.match(await everythingPublic(scene), /Ada Own/)
  await scene.acme.write((tx) => updateCustomer(asRole(tx, 'owner'), owner.customerId, { name: canary }, defaultCaps))
  assert.ok(!(await everythingPublic(scene)).includes('Quillfeather'))
  const profile = await owner.get('/me/profile')
  assert.match(profile.text, /id="public" name="public"/)
  // Saving the form with the prefilled name does not make it public.
  await owner.post('/me/profile', { name: canary, mail: 'shown' })
  assert.ok(!(await everythingPublic(scene)).includes('Quillfeather'))
  await owner.post('/me/profile', { name: canary, mail: 'shown', public: 'on' })
  assert.match(await everythingPublic(scene), /Quillfeather/)
  assert.doesNotMatch((await owner.get('/me/profile')).text, /id="public"/)
})

test('shows names that customers enter with a comment, and names that a signed token vouches for', async () => {
  const scene = await createScene()
  const stranger = await signInCustomer(world, scene.acme, { email: 'bea@example.com' })
  const comment = { body: 'Me too', name: 'Bea Lindt', ...formTokenField(scene.acme) }
  assert.equal((await stranger.post(`/requests/${scene.id}/comments`, comment)).status, 303)
  await pool.query(
    `insert into comments (workspace_id, id, feedback_id, body, kind, customer_id, is_internal, created_at, updated_at)
     select workspace_id, id, feedback_id, body, 'comment', customer_id, false, created_at, created_at
     from pending_comments where workspace_id = $1`,
    [scene.acme.id],
  )
  assert.match(await everythingPublic(scene), /Bea Lindt/)
  await scene.acme.write((tx) => upsertSignedCustomer(tx, { externalId: 'u-1', ...given }))
  assert.equal(await sourceOf(scene.acme), 'token')
  assert.match(await everythingPublic(scene), /Quillfeather/)
})

test('keeps a chosen name public when the API names the customer again', async () => {
  const scene = await createScene({ email: given.email })
  const owner = await signInCustomer(world, scene.acme, { email: given.email })
  await owner.post('/me/profile', { name: 'Ada Own' })
  await scene.acme.api.create('/feedback', { title: 'Again', submitter: given })
  assert.equal(await sourceOf(scene.acme), 'self')
  await owner.post('/me/profile', { name: '' })
  await scene.acme.api.create('/feedback', { title: 'And again', submitter: given })
  assert.equal(await sourceOf(scene.acme), 'api')
  assert.ok(!(await everythingPublic(scene)).includes('Quillfeather'))
})

test('marks requests and comments with “You” for their owner only', async () => {
  const scene = await createScene()
  const badge = '<span class="you" data-you>You</span>'
  const owner = await signInCustomer(world, scene.acme, { email: given.email })
  const other = await signInCustomer(world, scene.acme, { email: 'bob@example.com', name: 'You' })
  for (const path of ['/', `/requests/${scene.id}`, '/roadmap', `/changelog/${scene.entryId}`]) {
    const own = await owner.get(path)
    assert.ok(own.text.includes(badge), path)
    assert.match(own.headers.get('cache-control')!, /private/, path)
    assert.ok(!(await other.get(path)).text.includes(badge), path)
    const shared = await createPortalClient(world, scene.acme).get(path)
    assert.match(shared.headers.get('cache-control')!, /public/, path)
    assert.ok(!shared.text.includes(badge), path)
  }
})

test('replaces a private name in mail to other customers', async () => {
  const scene = await createScene({ email: 'victim@example.com' })
  await pool.query('delete from notification_events where workspace_id = $1', [scene.acme.id])
  await scene.acme.api.create(`/feedback/${scene.id}/comments`, { body: 'Me too', submitter: given })
  await scene.acme.api.create(`/feedback/${scene.id}/comments`, { body: 'Soon', kind: 'staff_reply' })
  const mail = (await digests.deliverDue(3)).filter(({ to }) => to === 'victim@example.com')
  assert.ok(mail.length > 0)
  for (const { whole } of mail) assert.ok(!whole.includes('Quillfeather'), whole)
})

test('lets only owners and admins show given names', async () => {
  const acme = await world.workspace()
  await assert.rejects(
    acme.write((tx) => updatePortal(asRole(tx, 'member'), { showsGivenNames: true }, settings)),
    forbiddenError,
  )
})
