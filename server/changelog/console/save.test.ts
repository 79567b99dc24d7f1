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

const make = (changes: Partial<EntryForm> = {}) => acme.write((tx) => saveEntry(tx, null, form(changes)))
const later = (iso: string) => new Date(Date.parse(iso) + 1_000).toISOString()

test('what somebody else saved meanwhile is not overwritten, unless that is wanted', async () => {
  const { id, updatedAt } = await make()
  await acme.write((tx) => updateEntry({ ...tx, now: later(updatedAt) }, id, { title: 'Theirs' }))
  await assert.rejects(
    acme.write((tx) => saveEntry(tx, { id, updatedAt: updatedAt }, form({ title: 'Mine' }))),
    invalidPaths('/updatedAt'),
  )
  assert.equal((await acme.write((tx) => getEntry(tx, id))).title, 'Theirs')
  assert.equal(
    (await acme.write((tx) => saveEntry(tx, { id, updatedAt: null }, form({ title: 'Mine' })))).title,
    'Mine',
  )
})

test('a schedule is read by the clock of its zone', async () => {
  const entry = await make({ scheduledPublishAt: '2031-07-01T09:00', scheduledTimezone: 'Asia/Tokyo' })
  assert.equal(entry.scheduledPublishAt, '2031-07-01T00:00:00.000Z')
  assert.equal(entry.scheduledTimezone, 'Asia/Tokyo')
  await assert.rejects(
    make({ scheduledPublishAt: '2031-07-01T09:00', scheduledTimezone: 'Atlantis' }),
    invalidPaths('/scheduledTimezone'),
  )
  await assert.rejects(make({ scheduledPublishAt: '2001-07-01T09:00' }), invalidPaths('/scheduledPublishAt'))
})

test('a schedule that was not touched stays to the second', async () => {
  const { id } = await make()
  const at = '2031-07-01T07:00:30.000Z'
  await acme.write((tx) => updateEntry(tx, id, { scheduledPublishAt: at }))
  const local = { scheduledPublishAt: '2031-07-01T09:00', scheduledTimezone: 'Europe/Berlin' }
  const saved = await acme.write((tx) => saveEntry(tx, { id, updatedAt: null }, form({ ...local, title: 'Renamed' })))
  assert.equal(saved.scheduledPublishAt, at)
})

test('a published entry is corrected without a schedule', async () => {
  const { id } = await make()
  await acme.write((tx) => publishEntry(tx, id))
  const saved = await acme.write((tx) => saveEntry(tx, { id, updatedAt: null }, form({ title: 'Corrected' })))
  assert.deepEqual([saved.title, saved.state, saved.scheduledTimezone], ['Corrected', 'published', null])
})

test('a new tag is made once, whatever its case; one that is there is taken', async () => {
  const known = await acme.tag('Fixed')
  const entry = await make({ tagIds: [known.id], newTags: ['fixed', 'Mobile', 'MOBILE'] })
  assert.equal(entry.tagIds.length, 2)
  assert.equal(entry.tagIds[0], known.id)
  assert.deepEqual((await make({ newTags: ['mobile'] })).tagIds, [entry.tagIds[1]])
})

test('a member takes tags that are there and makes none', async () => {
  await acme.tag('Improved')
  const asMember = (newTags: string[]) => acme.write((tx) => saveEntry(asRole(tx, 'member'), null, form({ newTags })))
  assert.equal((await asMember(['improved'])).tagIds.length, 1)
  await assert.rejects(asMember(['Unheard of']), forbiddenError)
})

test('an entry of another workspace is not there', async () => {
  const other = await app.workspace()
  const { id } = await make()
  await assert.rejects(
    other.write((tx) => saveEntry(tx, { id, updatedAt: null }, form())),
    { code: 'not_found' },
  )
})
