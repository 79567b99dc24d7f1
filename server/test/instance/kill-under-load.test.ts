import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { createWorkspaceWithKey } from '../support/run-command.ts'
import { connectToDatabase, kill, newMigratedDataDir, startInstance, type TestInstance } from './test-instance.ts'

/** A write with its own idempotency key, and its response if there was one. */
interface Write {
  workspace: Workspace
  path: string
  body: object | undefined
  key: string
  answer?: { status: number; text: string }
}

interface Workspace {
  id: string
  key: string
}

const connections = 16
let keys = 0

async function send({ origin }: TestInstance, { workspace, path, body, key }: Write) {
  const response = await fetch(`${origin}/api/v1${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${workspace.key}`,
      'idempotency-key': key,
      ...(body && { 'content-type': 'application/json' }),
    },
    body: body && JSON.stringify(body),
  })
  return { status: response.status, text: await response.text(), headers: response.headers }
}

/** Creates, comments, promotes, drafts and publishes in turn until the server is killed. */
async function work(
  instance: TestInstance,
  workspace: Workspace,
  writes: Write[],
  onAnswer: () => void,
): Promise<void> {
  const write = async (path: string, body?: object) => {
    keys += 1
    const write: Write = { workspace, path, body, key: `key-${keys}` }
    writes.push(write)
    const { status, text } = await send(instance, write)
    write.answer = { status, text }
    onAnswer()
    return JSON.parse(text).data
  }
  try {
    for (;;) {
      // Every third write names a new customer.
      const submitter = { externalId: `customer-${keys % 3 === 0 ? keys : keys % 7}` }
      const { id } = await write('/feedback', { title: `Request ${keys}`, submitter })
      await write(`/feedback/${id}/comments`, { body: `Comment ${keys}`, submitter })
      await write(`/feedback/${id}/promote`, { status: 'in_progress' })
      const entry = await write('/changelog', { title: `Entry ${keys}`, linkedFeedbackIds: [id] })
      await write(`/changelog/${entry.id}/publish`)
    }
  } catch (error) {
    assert.ok(error instanceof TypeError, String(error))
  }
}

/** Loads the server from many connections and kills it under load. */
async function loadAndKill(
  instance: TestInstance,
  workspaces: Workspace[],
  { after, withDatabase }: { after: number; withDatabase: boolean },
): Promise<Write[]> {
  const writes: Write[] = []
  const postmaster = await readFile(join(instance.dataDir, 'postgres', 'postmaster.pid'), 'utf8')
  let answers = 0
  const onAnswer = () => {
    answers += 1
    if (answers !== after) return
    // Kills the server first: if it outlived its database, its responses would be 500s.
    instance.child.kill('SIGKILL')
    if (withDatabase) kill(Number(postmaster.split('\n')[0]), 'SIGKILL')
  }
  const each = (index: number) => work(instance, workspaces[index % workspaces.length]!, writes, onAnswer)
  await Promise.all(Array.from({ length: connections }, (_, index) => each(index)))
  await instance.ended
  return writes
}

/** Retries as the contract says: with the same key, after the delay in Retry-After. */
async function retry(instance: TestInstance, write: Write): Promise<void> {
  for (;;) {
    const { status, text, headers } = await send(instance, write)
    if (status === 409 || status === 429) {
      await sleep(Number(headers.get('retry-after')) * 1000)
      continue
    }
    write.answer = { status, text }
    return
  }
}

type Rows = Record<string, string>[]

/** Reads everything in the database that the writes concern. */
async function readAll(database: pg.Client): Promise<Record<string, Rows>> {
  const read = async (statement: string): Promise<Rows> => (await database.query(statement)).rows
  return {
    records: await read('select key, body from idempotency_records'),
    requests: await read('select id::text, title from feedback'),
    comments: await read('select id::text, body from comments'),
    items: await read('select id::text, feedback_id::text from roadmap_items'),
    entries: await read('select id::text, title from changelog_entries'),
    announced: await read(`select id::text from announcements a join changelog_entries e using (workspace_id)
                           where a.entry_id = e.id and state = 'published'`),
  }
}

/** Asserts that the effect of a write exists once, as its response reports. */
function assertOnce(stored: Record<string, Rows>, { path, key, answer }: Write): void {
  const { data } = JSON.parse(answer!.text)
  const count = (table: string, values: Record<string, string>) =>
    stored[table]!.filter((row) => Object.entries(values).every(([name, value]) => row[name] === value)).length
  const [, , id = '', verb] = path.split('/')
  const effects = {
    '/feedback': () => [count('requests', { id: data.id }), count('requests', { title: data.title })],
    '/changelog': () => [count('entries', { id: data.id }), count('entries', { title: data.title })],
    comments: () => [count('comments', { id: data.id }), count('comments', { body: data.body })],
    promote: () => [count('items', { id: data.roadmapItem.id }), count('items', { feedback_id: id })],
    publish: () => [count('announced', { id }), 1],
  }[verb ?? path]!()
  assert.deepEqual([...effects, count('records', { key, body: answer!.text })], [1, 1, 1], `${path} ${key}`)
}

/** Asserts that there are no wrong counters and no partial writes. */
const contradictions: Record<string, string> = {
  'votes that are not counted right': `feedback f where votes <> (
    select count(*) from votes v where v.workspace_id = f.workspace_id and v.feedback_id = f.id)`,
  'comments that are not counted right': `feedback f where comments <> (
    select count(*) from comments c where c.workspace_id = f.workspace_id and c.feedback_id = f.id and not is_internal)`,
  'customers that are not counted right': `workspace_usage w where tracked_customers <> (
    select count(*) from customers c where c.workspace_id = w.workspace_id)`,
  'roadmap items that disagree with their request': `roadmap_items r join feedback f
    on f.workspace_id = r.workspace_id and f.id = r.feedback_id where f.stage <> r.status`,
  'published entries that are not announced': `changelog_entries e where (state = 'published') <> exists (
    select from announcements a where a.workspace_id = e.workspace_id and a.entry_id = e.id)`,
  'requests without one audit record': `feedback f where 1 <> (
    select count(*) from audit_events e where e.workspace_id = f.workspace_id and target_id = f.id
    and type = 'feedback.created')`,
}

const rounds = [
  { after: 150, withDatabase: false },
  { after: 320, withDatabase: true },
  { after: 60, withDatabase: false },
  { after: 240, withDatabase: true },
]

test('keeps every acknowledged write once when killed under load, and retries the others once', async () => {
  const dataDir = await newMigratedDataDir()
  let instance = await startInstance({ dataDir })
  const workspaces: Workspace[] = []
  for (const slug of ['acme', 'globex', 'initech', 'hooli']) {
    workspaces.push(await createWorkspaceWithKey(instance, slug))
  }
  const written: Write[] = []
  let cutOff = 0
  for (const round of rounds) {
    const writes = await loadAndKill(instance, workspaces, round)
    instance = await startInstance({ dataDir })
    const unanswered = writes.filter(({ answer }) => !answer)
    cutOff += unanswered.length
    await Promise.all(unanswered.map((write) => retry(instance, write)))

    const database = await connectToDatabase(dataDir)
    const stored = await readAll(database)
    for (const write of writes) {
      assert.ok(write.answer!.status < 300, `${write.path}: ${write.answer!.text}`)
      assertOnce(stored, write)
    }
    written.push(...writes)
    // There is nothing else: no effect without a write, no record without a key.
    const paths = Object.groupBy(written, ({ path }) => path.split('/')[3] ?? path)
    const counts = [stored.records, stored.requests, stored.entries, stored.comments, stored.items, stored.announced]
    assert.deepEqual(
      counts.map((rows) => rows!.length),
      [written, ...['/feedback', '/changelog', 'comments', 'promote', 'publish'].map((name) => paths[name])].map(
        (writes) => writes!.length,
      ),
    )
    for (const [what, rows] of Object.entries(contradictions)) {
      assert.equal((await database.query(`select from ${rows}`)).rowCount, 0, what)
    }
    await database.end()
  }
  assert.ok(cutOff > 0, 'no write was cut off, so nothing was proved')
})
