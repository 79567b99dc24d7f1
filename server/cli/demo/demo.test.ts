import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { TestClient } from '../../test/clients/api-client.ts'
import { newDataDir } from '../../test/instance/test-instance.ts'
import { dumpTables } from '../../test/support/dump-tables.ts'
import { runCommand } from '../../test/support/run-command.ts'
import { testStatementMark } from '../../test/support/spread-statements.ts'
import { createTestApp, defaultCaps, testDatabaseEnv } from '../../test/test-app.ts'
import { asOperator } from '../run-command.ts'
import { createDemo } from './create-demo.ts'

const app = await createTestApp()
const { db } = app.database
// Lets these statements query several nodes of a distributed database.
const mark = sql.raw(testStatementMark)

// A Sunday just after midnight: the hardest time for a history with office hours.
const sunday = '2026-03-01T00:00:00.000Z'

const make = (slug: string, now?: string) =>
  asOperator(app, '', (scope) => createDemo({ ...scope, ...(now && { now }) }, slug, defaultCaps))

const demo = await make('demo')
const early = await make('sunday', sunday)
const api = new TestClient(app.origin, demo.key)
const requests = await api.listAll('/feedback')
const roadmap = await api.listAll('/roadmap')
const entries = await api.listAll('/changelog')

const countBy = (values: string[]) =>
  Object.fromEntries(
    Map.groupBy(values, String)
      .entries()
      .map(([k, v]) => [k, v.length]),
  )

test('has 200 requests with distinct titles, mostly with descriptions, in several scripts', () => {
  assert.equal(requests.length, 200)
  assert.equal(new Set(requests.map(({ title }) => title)).size, 200)
  assert.ok(requests.filter(({ description }) => description !== '').length >= 150)
  const texts = requests.map(({ title, description }) => `${title}\n${description}`).join('\n')
  for (const script of [/\p{Script=Hiragana}/u, /\p{Script=Arabic}/u, /ü/, /é/]) assert.match(texts, script)
})

test('has requests in all six stages, including rejected requests and spam', () => {
  const stages = countBy(requests.map(({ stage }) => stage))
  assert.deepEqual(Object.keys(stages).sort(), [
    'closed',
    'completed',
    'in_progress',
    'in_review',
    'pending',
    'planned',
  ])
  for (const [stage, count] of Object.entries(stages)) assert.ok(count >= 5, `${stage}: ${count}`)
  const states = countBy(requests.map(({ status }) => status))
  assert.ok(states.rejected! >= 3 && states.spam! >= 3, JSON.stringify(states))
})

test('has two open boards and a closed one with old requests', async () => {
  const boards = await db
    .selectFrom('boards')
    .select(['slug', 'accepts_requests'])
    .where('workspace_id', '=', demo.workspace.id)
    .orderBy('position')
    .execute()
  assert.deepEqual(
    boards.map(({ accepts_requests }) => accepts_requests),
    [true, true, false],
  )
  for (const { slug } of boards) assert.ok((await api.listAll(`/feedback?board=${slug}`)).length > 20, slug)
  const refused = await api.post('/feedback', { title: 'Too late', boardId: boards[2]!.slug })
  assert.equal(refused.status, 400)
})

test('has votes with a long tail', () => {
  const votes = requests.map((request) => request.votes).sort((a, b) => b - a)
  assert.ok(votes[0] > 80 && votes[20] < 30 && votes[100] < 10 && votes[199] === 0, votes.join(' '))
})

test('has correct counters', async () => {
  for (const { id } of [demo.workspace, early.workspace]) {
    const { rows } = await sql`${mark}
      select title from feedback f where workspace_id = ${id} and (
        votes <> (select count(*) from votes v where (v.workspace_id, v.feedback_id) = (f.workspace_id, f.id)) or
        comments <> (select count(*) from comments c
          where (c.workspace_id, c.feedback_id) = (f.workspace_id, f.id) and not is_internal))
      union all select title from changelog_entries e where workspace_id = ${id} and
        comments <> (select count(*) from comments c where (c.workspace_id, c.entry_id) = (e.workspace_id, e.id))
      union all select 'tracked customers' from workspace_usage w where workspace_id = ${id} and
        tracked_customers <> (select count(*) from customers c where c.workspace_id = w.workspace_id)`.execute(db)
    assert.deepEqual(rows, [])
  }
})

test('prints the same counts as the API', async () => {
  const { counts, limits } = (await api.get('/workspace')).body.data
  assert.equal(demo.counts.feedback, counts.feedback.total)
  assert.equal(demo.counts.customers, limits.trackedCustomers.used)
  assert.equal(demo.counts.roadmapItems, roadmap.length)
  assert.equal(demo.counts.changelogEntries, entries.length)
  assert.equal(demo.counts.tags, (await api.listAll('/tags')).length)
  assert.equal(
    demo.counts.votes,
    requests.reduce((sum, { votes }) => sum + votes, 0),
  )
})

test('has roadmap items of every status, with targets in quarters and days, that match their requests', () => {
  assert.deepEqual(Object.keys(countBy(roadmap.map(({ status }) => status))).sort(), [
    'closed',
    'done',
    'in_progress',
    'planned',
  ])
  const precisions = countBy(roadmap.map(({ targetDelivery }) => targetDelivery?.precision ?? 'none'))
  assert.ok(precisions.quarter! > 5 && precisions.date! > 2, JSON.stringify(precisions))
  const statusOf: Record<string, string> = {
    planned: 'planned',
    in_progress: 'in_progress',
    completed: 'done',
    closed: 'closed',
  }
  for (const { id, status, feedbackId } of roadmap) {
    const request = requests.find((each) => each.id === feedbackId)
    assert.equal(statusOf[request.stage], status, request.title)
    assert.equal(request.roadmapItemId, id)
  }
  const promised = requests.filter(({ stage }) => ['planned', 'in_progress', 'completed'].includes(stage))
  assert.deepEqual(
    promised.filter(({ roadmapItemId }) => roadmapItemId === null),
    [],
  )
})

test('has threads with customers, named staff, replies and team notes', async () => {
  const talkedAbout = requests.filter(({ comments }) => comments > 0)
  assert.ok(talkedAbout.length > 30, String(talkedAbout.length))
  const threads = await Promise.all(talkedAbout.map(({ id }) => api.listAll(`/feedback/${id}/comments`)))
  const comments = threads.flat()
  const authors = countBy(comments.map(({ author }) => author.type))
  assert.ok(authors.customer! > 50 && authors.staff! > 40 && authors.anonymous! > 0, JSON.stringify(authors))
  assert.ok(comments.filter(({ isInternal }) => isInternal).length >= 3)
  assert.ok(comments.filter(({ parentId }) => parentId !== null).length > 10)
  assert.ok(!comments.some(({ author }) => author.type === 'staff' && author.name === demo.workspace.name))
})

test('has a published changelog, two drafts and one entry scheduled in a time zone', () => {
  const published = entries.filter(({ state }) => state === 'published')
  assert.ok(published.length >= 7)
  for (const { title, body, tagIds, versionLabel, linkedFeedback, reactions } of published) {
    assert.ok(body.length > 100 && tagIds.length > 0 && versionLabel !== null, title)
    assert.ok(linkedFeedback.length > 0 && Object.keys(reactions).length > 0, title)
    assert.deepEqual([...new Set(linkedFeedback.map(({ stage }: { stage: string }) => stage))], ['completed'], title)
  }
  const drafts = entries.filter(({ state }) => state === 'draft')
  const scheduled = drafts.filter(({ scheduledPublishAt }) => scheduledPublishAt !== null)
  assert.deepEqual([drafts.length, scheduled.length], [3, 1])
  assert.ok(scheduled[0].scheduledPublishAt > new Date().toISOString())
  assert.equal(scheduled[0].scheduledTimezone, 'Europe/Oslo')
})

test('has private context that no API response shows', async () => {
  const { rows } = await sql<{ source_url: string; metadata: object }>`
    select source_url, metadata from feedback_context
    where workspace_id = ${demo.workspace.id} and metadata is not null`.execute(db)
  assert.ok(rows.length > 20, String(rows.length))
  const shown = JSON.stringify([requests, roadmap, entries])
  for (const { source_url } of rows) assert.ok(!shown.includes(source_url))
  assert.doesNotMatch(shown, /@example\.|cus_\d/)
})

test('has no event in the future or before its cause', async () => {
  for (const [id, present] of [
    [demo.workspace.id, new Date().toISOString()],
    [early.workspace.id, sunday],
  ] as const) {
    const { rows } = await sql`${mark}
      with f as (select * from feedback where workspace_id = ${id}), e as (
        select * from changelog_entries where workspace_id = ${id})
      select 'request' as what from f where created_at > updated_at or updated_at > ${present}
      union all select 'vote' from votes v join f on f.id = v.feedback_id
        where v.created_at < f.created_at or v.created_at > ${present}
      union all select 'comment' from comments c join f on f.id = c.feedback_id
        where c.created_at < f.created_at or c.created_at > ${present}
      union all select 'reply' from comments c join comments p on p.id = c.parent_id
        where c.workspace_id = ${id} and c.created_at <= p.created_at
      union all select 'entry' from e where created_at > ${present} or created_at >= published_at or published_at > ${present}
      union all select 'comment on an entry' from comments c join e on e.id = c.entry_id
        where c.created_at <= e.published_at or c.created_at > ${present}
      union all select 'reaction' from changelog_reactions r join e on e.id = r.entry_id
        where r.created_at < e.published_at or r.created_at > ${present}
      union all select 'item' from roadmap_items i join f on f.id = i.feedback_id
        where i.created_at < f.created_at or i.updated_at > ${present}
      union all select 'customer' from customers where workspace_id = ${id} and created_at > ${present}
      union all select 'audit record' from audit_events where workspace_id = ${id} and created_at > ${present}
      union all select 'request without audit' from f where not exists (
        select from audit_events v where v.workspace_id = ${id} and v.created_at = f.created_at
          and (v.target_id = f.id or v.changes->>'feedbackId' = f.id::text))`.execute(db)
    assert.deepEqual(rows, [])
    const { rows: span } = await sql<{ months: number }>`
      select extract(days from ${present}::timestamptz - min(created_at)) / 30 as months
      from feedback where workspace_id = ${id}`.execute(db)
    assert.ok(Number(span[0]!.months) > 8.5 && Number(span[0]!.months) < 9.5)
  }
})

test('announces no entries that were published in the past', async () => {
  for (const table of ['announcements', 'notification_events']) {
    const { rows } = await sql`${mark}select * from ${sql.table(table)}`.execute(db)
    assert.deepEqual(rows, [])
  }
})

test('creates the same demo for the same time, apart from ids and key', async () => {
  const again = new TestClient(app.origin, (await make('sunday-again', sunday)).key)
  const first = new TestClient(app.origin, early.key)
  const plain = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value, (name, each) => (/ids?$/i.test(name) ? undefined : each)))
  for (const list of ['/feedback', '/roadmap', '/changelog', '/tags']) {
    const byTitle = (rows: { title?: string; name?: string }[]) =>
      rows.sort((a, b) => ((a.title ?? a.name)! < (b.title ?? b.name)! ? -1 : 1))
    assert.deepEqual(plain(byTitle(await again.listAll(list))), plain(byTitle(await first.listAll(list))))
  }
})

test('prints one JSON object with a working key, and rejects a taken slug without changes', async () => {
  const { origin, databaseName } = app
  const env = {
    ...testDatabaseEnv(databaseName),
    PUBLIC_URL: origin,
  }
  const start = { dataDir: await newDataDir(), env }
  const created = (await runCommand(start, 'demo', '--slug', 'harbour', '--json')).json()
  assert.deepEqual(Object.keys(created).sort(), ['counts', 'key', 'url', 'workspace'])
  const answer = await fetch(`${created.url}/workspace`, { headers: { authorization: `Bearer ${created.key}` } })
  assert.deepEqual(
    [answer.status, ((await answer.json()) as { data: { slug: string } }).data.slug],
    [200, created.workspace.slug],
  )

  const before = await dumpTables(app)
  const refused = await runCommand(start, 'demo', '--slug', 'harbour')
  assert.equal(refused.status, 1)
  assert.match(refused.stderr, /"harbour" is taken .*heed demo --slug harbour-2/)
  assert.deepEqual(await dumpTables(app), before)

  const text = await runCommand(start, 'demo', '--slug', 'harbour-2')
  const addresses = [`Portal:  ${origin}/p/harbour-2`, `Console: ${origin}/console/w/harbour-2`]
  for (const address of addresses) assert.ok(text.stdout.includes(address), `${address} is missing in: ${text.stdout}`)
  assert.ok(text.stdout.indexOf(addresses[1]!) < text.stdout.indexOf('curl'))
  const [, key, url] = /curl -H 'Authorization: Bearer (heed_sk_\w+)' '(http[^']+)'/.exec(text.stdout)!
  const pasted = await fetch(url!, { headers: { authorization: `Bearer ${key}` } })
  assert.equal(((await pasted.json()) as { data: object[] }).data.length, 3)
})
