import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listMergeTargets, listSimilarRequests } from '../../feedback/search/similar.ts'
import { systemScope, writeAsSystem } from '../../platform/system-scope.ts'
import { createTestApp, defaultCaps } from '../../test/test-app.ts'
import { createDemo } from './create-demo.ts'

/** Titles that someone may type into the form for a new request, and every suggestion among the requests of the demo. */
const labeled: [title: string, suggestions: string[]][] = [
  ['Apple calendar support', ['iCloud calendar support', 'Two-way sync with Google Calendar']],
  ['Google calendar integration', ['Two-way sync with Google Calendar', 'iCloud calendar support']],
  ['Use a Notion page as the agenda', ['Link a Notion page as the meeting agenda']],
  ['Night mode', ['Dark mode']],
  ['Calender week numbers', ['Show week numbers in the month view']],
  ['VAT number missing on my invoice', ['VAT ID on the invoice']],
  ['No-show tracking', ['Track no-shows']],
  ['SSO with SAML', ['SAML single sign-on']],
  ['The app is slow', ['iCal feed updates too slowly']],
  ['Make tea in the kitchen', []],
  ['Search does not find old tasks', []],
  ['Change the owner of a project', []],
]
/** Suggestions that a reader would not call duplicates. */
const related = ['iCal feed updates too slowly']

const app = await createTestApp({ checksEvents: false })
const { workspaceId } = await writeAsSystem(app, '', async (tx) => {
  await createDemo(tx, 'demo', defaultCaps)
  return tx.db.selectFrom('workspaces').select('workspace_id as workspaceId').executeTakeFirstOrThrow()
})
const scope = { db: app.database.db, ...systemScope(workspaceId, new Date().toISOString()) }

const titlesOf = (requests: { title: string }[]) => requests.map(({ title }) => title)

for (const [title, suggestions] of labeled) {
  test(`suggests ${suggestions.length === 0 ? 'nothing' : suggestions.join(' and ')} for “${title}”`, async () => {
    assert.deepEqual(titlesOf(await listSimilarRequests(scope, { title })), suggestions)
  })
}

test('suggests duplicates with a precision of 0.9', async () => {
  const found = await Promise.all(labeled.map(([title]) => listSimilarRequests(scope, { title })))
  const suggestions = found.flatMap(titlesOf)
  const right = suggestions.filter((title) => !related.includes(title))
  assert.ok(right.length / suggestions.length >= 0.9, `${right.length} of ${suggestions.length} are right`)
})

test('offers other requests about calendars to merge a request about calendars into, duplicates first', async () => {
  const [first, second, ...others] = titlesOf(await listMergeTargets(scope, { title: 'iCloud calendars' }))
  assert.deepEqual([first, second], ['iCloud calendar support', 'Two-way sync with Google Calendar'])
  assert.equal(others.length, 7)
  for (const title of others) assert.match(title, /calendar/i)
})

test('does not offer the request itself to merge into', async () => {
  const { id } = await scope.db
    .selectFrom('feedback')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('title', '=', 'iCloud calendar support')
    .executeTakeFirstOrThrow()
  const targets = await listMergeTargets(scope, { title: 'iCloud calendar support', excludeId: id })
  assert.equal(titlesOf(targets)[0], 'Two-way sync with Google Calendar')
  assert.ok(!targets.some((target) => target.id === id))
})
