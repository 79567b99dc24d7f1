import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBoard } from '../../boards/create.ts'
import { Signer } from '../../platform/crypto/secret-key.ts'
import { createPortalClient, signInCustomer } from '../../test/clients/portal-client.ts'
import { createTestApp, testSecretKey } from '../../test/test-app.ts'
import { setOwnVote } from '../../votes/set-own.ts'
import { listPublicRequests } from './list.ts'
import { listSimilarPublicRequests } from './similar.ts'

const app = await createTestApp()

test('returns five public requests even if many hidden ones are more similar', async () => {
  const acme = await app.workspace()
  await acme.write((tx) => createBoard(tx, { name: 'Secret', slug: 'secret' }))
  await acme.write((tx) => tx.db.updateTable('boards').set({ is_public: false }).where('slug', '=', 'secret').execute())
  const createRequest = async (title: string, status: string, more = {}) => {
    const { id } = await acme.api.create('/feedback', { title, ...more })
    await acme.api.patch(`/feedback/${id}/status`, { status })
    return id as string
  }
  const visible: string[] = []
  for (let n = 0; n < 6; n++) visible.push(await createRequest(`Calendar export in form ${n}`, 'approved'))
  for (let n = 0; n < 35; n++) {
    await createRequest('Calendar export of bookings', ['pending', 'rejected', 'spam'][n % 3]!)
    await createRequest('Calendar export of bookings', 'approved', { boardId: 'secret' })
  }
  const closed = await createRequest('Calendar export of bookings', 'approved')
  await acme.api.patch(`/feedback/${closed}/stage`, { stage: 'closed' })
  const title = 'Calendar export of bookings'
  const similar = await acme.write((tx) => listSimilarPublicRequests(tx, title, null))
  assert.equal(similar.length, 5)
  assert.ok(similar.every(({ id }) => visible.includes(id)))
  const { text } = await createPortalClient(app, acme).get(`/similar?${new URLSearchParams({ title })}`)
  assert.equal([...text.matchAll(/class="similar-item"/g)].length, 5)
  assert.doesNotMatch(text, /of bookings/)
})

test('marks the votes of the viewer', async () => {
  const acme = await app.workspace()
  const { id } = await acme.api.create('/feedback', { title: 'Dark mode' })
  await acme.api.patch(`/feedback/${id}/status`, { status: 'approved' })
  const { customerId } = await signInCustomer(app, acme, { email: 'ada@example.com' })
  const caps = { free: null, starter: null, growth: null }
  await acme.write((tx) =>
    setOwnVote({ ...tx, actor: { type: 'customer', id: customerId } }, id, true, { customerId, caps }),
  )
  const listVoted = (viewer: string | null) =>
    acme.write(async (tx) => (await listSimilarPublicRequests(tx, 'Dark modes', viewer)).map(({ isVoted }) => isVoted))
  assert.deepEqual([await listVoted(customerId), await listVoted(null)], [[true], [false]])
})

test('finds the same similar requests with the words of a search as without them', async () => {
  const acme = await app.workspace()
  for (const title of ['Calendar export of bookings', 'Dark mode for the editor', 'Slow uploads of large photos']) {
    const { id } = await acme.api.create('/feedback', { title, description: 'Invoices are unaffected.' })
    await acme.api.patch(`/feedback/${id}/status`, { status: 'approved' })
  }
  const filter = { sort: null, stage: 'all' as const, boardId: null }
  const viewer = { customerId: null, signer: new Signer(testSecretKey, 'cursors') }
  const texts = {
    'Calendr exprt zebra': 1,
    'editr darkmode zebra': 1,
    'invoices zebra': 0,
    zebra: 0,
  }
  for (const [search, expected] of Object.entries(texts)) {
    const [words, similar, alone] = await acme.write(async (tx) => {
      const { data, words } = await listPublicRequests(tx, { ...filter, search }, viewer)
      assert.equal(data.length, 0, search)
      return [
        words,
        await listSimilarPublicRequests(tx, search, null, words),
        await listSimilarPublicRequests(tx, search, null),
      ]
    })
    assert.ok(words, search)
    assert.equal(similar.length, expected, search)
    assert.deepEqual(similar, alone, search)
  }
})

test('takes no words from a search of one board or stage', async () => {
  const acme = await app.workspace()
  const viewer = { customerId: null, signer: new Signer(testSecretKey, 'cursors') }
  const filter = { sort: null, boardId: null, search: 'zebra' }
  const list = (stage: 'all' | 'planned') =>
    acme.write(async (tx) => (await listPublicRequests(tx, { ...filter, stage }, viewer)).words)
  assert.ok(await list('all'))
  assert.equal(await list('planned'), undefined)
})
