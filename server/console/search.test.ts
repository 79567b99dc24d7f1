import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEntry } from '../changelog/create.ts'
import { createFeedback } from '../feedback/create.ts'
import { Signer } from '../platform/crypto/secret-key.ts'
import { newId } from '../platform/ids.ts'
import type { WriteScope } from '../platform/scope.ts'
import { promoteFeedback } from '../roadmap/promote.ts'
import { createTestApp, testSecretKey } from '../test/test-app.ts'
import { searchWorkspace } from './search.ts'

const app = await createTestApp()
const acme = await app.workspace()
const other = await app.workspace()
const caps = { free: 100, starter: 1_000, growth: null }
const signer = new Signer(testSecretKey, 'cursors')

const createContent = async (tx: WriteScope) => {
  const submitter = { email: 'zoe@example.com', name: 'Zoë Zebra' }
  await createFeedback(tx, { title: 'Zebra stripes', submitter }, caps)
  await createFeedback(tx, { title: '100% wool' }, caps)
  await createEntry(tx, { title: 'The zebra release' })
  await createEntry(tx, { title: 'Another', versionLabel: 'zebra-2' })
  await createEntry(tx, { title: 'Zebra soon', scheduledPublishAt: '2999-01-01T00:00:00Z', scheduledTimezone: 'UTC' })
}
await acme.write(createContent)
await other.write(createContent)

const search = (text: string) =>
  acme.write(async (tx) => {
    const { requests, entries, customers } = await searchWorkspace(tx, text, signer)
    return {
      requests: requests.map(({ title }) => title),
      entries: entries.map(({ title, state }) => `${title}, ${state}`),
      customers: customers.map(({ name }) => name),
    }
  })

test('finds requests, entries and customers of this workspace only, ignoring case', async () => {
  assert.deepEqual(await search(' ZEBRA '), {
    requests: ['Zebra stripes'],
    entries: ['Zebra soon, scheduled', 'Another, draft', 'The zebra release, draft'],
    customers: ['Zoë Zebra'],
  })
})

test('ignores punctuation in requests, and treats pattern characters literally elsewhere', async () => {
  assert.deepEqual(await search('100% w'), { requests: ['100% wool'], entries: [], customers: [] })
  assert.deepEqual(await search('_'), { requests: [], entries: [], customers: [] })
})

test('returns nothing for an empty query', async () => {
  assert.deepEqual(await search('  '), { requests: [], entries: [], customers: [] })
})

test('lists the best matches first, finds misspelled words, and counts all matches', async () => {
  const globex = await app.workspace()
  await globex.write(async (tx) => {
    for (let n = 0; n < 8; n++) await createFeedback(tx, { title: `Calendars, part ${n}` }, caps)
    const submitter = { email: 'ada@example.com' }
    await createFeedback(tx, { title: 'Two-way sync with Google Calendar', submitter }, caps)
    for (let n = 0; n < 8; n++) await createFeedback(tx, { title: `Other ${n}`, description: 'A calendar' }, caps)
  })
  for (const text of ['calendar', 'calender']) {
    const { requests, counts } = await globex.write((tx) => searchWorkspace(tx, text, signer))
    assert.equal(requests.length, 6)
    assert.equal(requests[0]!.title, 'Two-way sync with Google Calendar')
    assert.ok(requests.every(({ title }) => !title.startsWith('Other')))
    assert.deepEqual(counts.requests, { count: 17, isCapped: false })
  }
})

test('finds members and roadmap items, those that begin with the text first, with their number', async () => {
  const initech = await app.workspace()
  const results = await initech.write(async (tx) => {
    for (const title of ['The zebra plan', 'Zebra plan', 'Élan'])
      await promoteFeedback(tx, (await createFeedback(tx, { title }, caps)).id, { status: 'planned' })
    for (const email of ['zebediah.cox@initech.test', 'ada@initech.test']) {
      const member = { workspace_id: tx.workspaceId, id: newId(), email, role: 'member' as const, created_at: tx.now }
      await tx.db.insertInto('members').values(member).execute()
    }
    return Promise.all(['zebra plan', 'zeb', 'cox', 'elan'].map((text) => searchWorkspace(tx, text, signer)))
  })
  const [plans, zeb, cox, elan] = results
  assert.deepEqual(
    plans!.items.map(({ title, status }) => `${title}, ${status}`),
    ['Zebra plan, planned', 'The zebra plan, planned'],
  )
  assert.deepEqual(plans!.counts.items, { count: 2, isCapped: false })
  for (const found of [zeb, cox]) {
    assert.deepEqual(
      found!.members.map(({ name }) => name),
      ['zebediah.cox@initech.test'],
    )
    assert.deepEqual(found!.counts.members, { count: 1, isCapped: false })
  }
  assert.deepEqual(
    elan!.items.map(({ title }) => title),
    ['Élan'],
  )
})
