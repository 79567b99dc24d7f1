import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asRole, forbiddenError, invalidPaths } from '../../test/support/roles.ts'
import { createTestApp } from '../../test/test-app.ts'
import { publishEntry } from '../publishing/publish.ts'
import { getEntry } from '../queries.ts'
import { updateEntry } from '../update.ts'
import { type EntryForm, saveEntry } from './save.ts'

const app = await createTestApp()
const acme = await app.workspace()

const form = (changes: Partial<EntryForm> = {}): EntryForm => ({
  title: 'CSV export',
  body: 'Every table.',
  versionLabel: null,
  tagIds: [],
  newTags: [],
  linkedFeedbackIds: [],
  reactionsEnabled: true,
  commentsEnabled: true,
  scheduledPublishAt: null,
  scheduledTimezone: 'Europe/Berlin',
  ...changes,
})

const create = (changes: Partial<EntryForm> = {}) => acme.write((tx) => saveEntry(tx, null, form(changes)))
const later = (iso: string) => new Date(Date.parse(iso) + 1_000).toISOString()

test('rejects overwriting a newer version, unless the check is turned off', async () => {
  const { id, updatedAt } = await create()
  await acme.write((tx) => updateEntry({ ...tx, now: later(updatedAt) }, id, { title: 'Theirs' }))
  await assert.rejects(
    acme.write((tx) => saveEntry(tx, { id, updatedAt }, form({ title: 'Mine' }))),
    invalidPaths('/updatedAt'),
  )
  assert.equal((await acme.write((tx) => getEntry(tx, id))).title, 'Theirs')
  assert.equal(
    (await acme.write((tx) => saveEntry(tx, { id, updatedAt: null }, form({ title: 'Mine' })))).title,
    'Mine',
  )
})

test('reads the publish time as local time in its time zone', async () => {
  const entry = await create({ scheduledPublishAt: '2031-07-01T09:00', scheduledTimezone: 'Asia/Tokyo' })
  assert.equal(entry.scheduledPublishAt, '2031-07-01T00:00:00.000Z')
  assert.equal(entry.scheduledTimezone, 'Asia/Tokyo')
  await assert.rejects(
    create({ scheduledPublishAt: '2031-07-01T09:00', scheduledTimezone: 'Atlantis' }),
    invalidPaths('/scheduledTimezone'),
  )
  await assert.rejects(create({ scheduledPublishAt: '2001-07-01T09:00' }), invalidPaths('/scheduledPublishAt'))
})

test('keeps the seconds of an unchanged publish time', async () => {
  const { id } = await create()
  const at = '2031-07-01T07:00:30.000Z'
  await acme.write((tx) => updateEntry(tx, id, { scheduledPublishAt: at }))
  const local = { scheduledPublishAt: '2031-07-01T09:00', scheduledTimezone: 'Europe/Berlin' }
  const saved = await acme.write((tx) => saveEntry(tx, { id, updatedAt: null }, form({ ...local, title: 'Renamed' })))
  assert.equal(saved.scheduledPublishAt, at)
})

test('saves a published entry without a schedule', async () => {
  const { id } = await create()
  await acme.write((tx) => publishEntry(tx, id))
  const saved = await acme.write((tx) => saveEntry(tx, { id, updatedAt: null }, form({ title: 'Corrected' })))
  assert.deepEqual([saved.title, saved.state, saved.scheduledTimezone], ['Corrected', 'published', null])
})

test('creates a new tag once, ignoring case, and reuses an existing one', async () => {
  const existing = await acme.tag('Fixed')
  const entry = await create({ tagIds: [existing.id], newTags: ['fixed', 'Mobile', 'MOBILE'] })
  assert.equal(entry.tagIds.length, 2)
  assert.equal(entry.tagIds[0], existing.id)
  assert.deepEqual((await create({ newTags: ['mobile'] })).tagIds, [entry.tagIds[1]])
})

test('keeps the order of tags, so that saving an unchanged entry changes nothing', async () => {
  const [a, b, c] = (await create({ newTags: ['Order A', 'Order B', 'Order C'] })).tagIds as [string, string, string]
  const { id, updatedAt } = await create({ tagIds: [c, a] })
  const save = (tagIds: string[]) =>
    acme.write((tx) => saveEntry({ ...tx, now: later(updatedAt) }, { id, updatedAt: null }, form({ tagIds })))
  assert.equal((await save([a, c])).updatedAt, updatedAt)
  assert.deepEqual((await save([a, b, c])).tagIds, [c, a, b])
})

test('lets members use existing tags but not create new ones', async () => {
  await acme.tag('Improved')
  const asMember = (newTags: string[]) => acme.write((tx) => saveEntry(asRole(tx, 'member'), null, form({ newTags })))
  assert.equal((await asMember(['improved'])).tagIds.length, 1)
  await assert.rejects(asMember(['Brand new']), forbiddenError)
})

test('returns 404 for an entry of another workspace', async () => {
  const other = await app.workspace()
  const { id } = await create()
  await assert.rejects(
    other.write((tx) => saveEntry(tx, { id, updatedAt: null }, form())),
    { code: 'not_found' },
  )
})
