import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { test } from 'node:test'
import { ZipFile } from 'yazl'
import { newId } from '../platform/ids.ts'
import { createDataDir } from '../test/fixtures/files.ts'
import { exportToFile, importFromFile } from '../test/support/archives.ts'
import { dumpTables } from '../test/support/dump-tables.ts'
import { createTestApp } from '../test/test-app.ts'
import { checkArchive } from './restore/check.ts'

const host = { app: await createTestApp({ checksEvents: false }), dataDir: await createDataDir() }
const origin = newId()
const at = '2026-03-01T09:30:00.000Z'

interface Parts {
  /** Records by file. */
  records?: Record<string, unknown[]>
  /** Changes the manifest before it is written. */
  manifest?: (manifest: { formatVersion: number; files: { name: string; rows: number; sha256: string }[] }) => unknown
  /** Further entries, by name. */
  extra?: Record<string, Buffer>
  modes?: Record<string, number>
}

const hash = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')

/** Writes an archive in the format, with faults. */
async function build({ records = {}, manifest = (each) => each, extra = {}, modes = {} }: Parts): Promise<string> {
  const zip = new ZipFile()
  const files = Object.entries(records).map(([name, rows]) => {
    const text = rows.map((row) => `${typeof row === 'string' ? row : JSON.stringify(row)}\n`).join('')
    zip.addBuffer(Buffer.from(text), `${name}.ndjson`, { mode: modes[name] ?? 0o100644 })
    return { name: `${name}.ndjson`, rows: rows.length, sha256: hash(text) }
  })
  for (const [name, data] of Object.entries(extra)) zip.addBuffer(data, name, { mode: modes[name] ?? 0o100644 })
  const whole = { formatVersion: 1, exportedAt: at, workspace: { id: origin, slug: 'old', name: 'Old' }, files }
  zip.addBuffer(Buffer.from(JSON.stringify(manifest(whole))), 'manifest.json')
  zip.end()
  const path = join(host.dataDir, `${newId()}.zip`)
  await pipeline(zip.outputStream, createWriteStream(path))
  return path
}

const board = {
  id: newId(),
  slug: 'ideas',
  name: 'Ideas',
  position: 0,
  acceptsRequests: true,
  isPublic: true,
  reviewsNew: 'all',
  reviewsComments: 'links',
  createdAt: at,
}
const request = (more: object = {}) => ({
  ...{
    id: newId(),
    boardId: board.id,
    title: 'T',
    description: '',
    status: 'approved',
    productStage: 'planned',
    ownerId: null,
  },
  ...{
    votes: 0,
    votesWithoutVoters: 0,
    comments: 0,
    createdAt: at,
    updatedAt: at,
    lastActivityAt: at,
    trend: 1,
    voteMilestone: 0,
  },
  ...more,
})

/** Asserts that an archive is refused as a whole, and that the database is unchanged. */
async function assertRefused(path: string, reason: RegExp): Promise<void> {
  const target = await host.app.workspace()
  const importId = newId()
  await host.app.database.pool.query(
    `insert into imports (workspace_id, id, source, name, state, started_by_type, created_at, active_at)
     values ($1, $2, 'heed', 'test', 'running', 'system', now(), now())`,
    [target.id, importId],
  )
  const before = await dumpTables(host.app)
  await assert.rejects(importFromFile(host, target, path, { importId }), (error: Error) => {
    assert.match(error.message, reason)
    assert.equal((error as { code?: string }).code, 'validation_error', String(error.stack))
    return true
  })
  assert.deepEqual(await dumpTables(host.app), before)
}

/** Renames an entry in the bytes of a zip file, which no library for writing them allows. */
async function rename(path: string, from: string, to: string): Promise<string> {
  assert.equal(from.length, to.length)
  const bytes = (await readFile(path)).toString('latin1').replaceAll(from, to)
  await writeFile(path, Buffer.from(bytes, 'latin1'))
  return path
}

test('refuses path traversal, links, and entries that do not belong in an archive', async () => {
  const named = (name: string) => build({ extra: { [name]: Buffer.from('x') } })
  await assertRefused(await rename(await named('xx/evil'), 'xx/evil', '../evil'), /not valid|does not belong/)
  await assertRefused(await rename(await named('x/evil.sh'), 'x/evil.sh', '/evil.sh/'), /not valid|does not belong/)
  await assertRefused(await rename(await named('xyevil'), 'xyevil', '..\\evi'), /not valid|does not belong/)
  await assertRefused(await named('evil.sh'), /does not belong in it: "evil.sh"/)
  await assertRefused(await named('files/evil'), /does not belong/)
  await assertRefused(await build({ records: { boards: [board] }, modes: { boards: 0o120777 } }), /is a link/)
})

test('refuses two entries with the same name', async () => {
  const first = newId()
  const second = newId()
  const path = await build({ extra: { [`files/${first}`]: Buffer.from('a'), [`files/${second}`]: Buffer.from('b') } })
  await assertRefused(await rename(path, first, second), /two entries named/)
})

test('refuses an archive whose contents are out of proportion to its size', async () => {
  await assertRefused(await build({ extra: { [`files/${newId()}`]: Buffer.alloc(60_000_000) } }), /out of proportion/)
})

test('refuses an entry that is longer than its declared size', async () => {
  const path = await build({ records: { boards: [board] } })
  const bytes = await readFile(path)
  const directory = bytes.indexOf(Buffer.from('PK\x01\x02', 'latin1'))
  bytes.writeUInt32LE(bytes.readUInt32LE(directory + 24) - 1, directory + 24)
  await writeFile(path, bytes)
  await assertRefused(path, /damaged/)
})

test('refuses a file that is not a zip file, is truncated, or has no manifest', async () => {
  const path = await build({ records: { boards: [board] } })
  const whole = await readFile(path)
  await writeFile(path, 'id,title\n1,CSV')
  await assertRefused(path, /not a complete zip file/)
  await writeFile(path, whole.subarray(0, whole.length - 60))
  await assertRefused(path, /not a complete zip file/)
  await assertRefused(await rename(await build({}), 'manifest.json', 'events.ndjson'), /no manifest.json/)
})

test('refuses other versions of the format, and says what to do', async () => {
  await assertRefused(
    await build({ manifest: (each) => ({ ...each, formatVersion: 2 }) }),
    /format version 2.*Update Heed/,
  )
  await assertRefused(await build({ manifest: () => ({ version: 1 }) }), /manifest.json is not valid/)
})

test('refuses a file that has a wrong checksum or number of lines, or is not in the manifest', async () => {
  const records = { boards: [board] }
  const change = (more: object) =>
    build({ records, manifest: (each) => ({ ...each, files: each.files.map((file) => ({ ...file, ...more })) }) })
  await assertRefused(await change({ sha256: '0'.repeat(64) }), /boards.ndjson is damaged: its checksum is wrong/)
  await assertRefused(await change({ rows: 2 }), /a different number of lines/)
  await assertRefused(await change({ name: 'votes.ndjson' }), /votes.ndjson is missing/)
  await assertRefused(
    await build({ records, manifest: (each) => ({ ...each, files: [] }) }),
    /does not list boards.ndjson/,
  )
  const file = {
    id: newId(),
    name: 'a.png',
    contentType: 'image/png',
    bytes: 1,
    width: 1,
    height: 1,
    createdByMember: null,
    createdByCustomer: null,
    createdAt: at,
    sha256: hash('x'),
  }
  await assertRefused(await build({ records: { files: [file] } }), new RegExp(`files/${file.id} is missing`))
  await assertRefused(
    await build({ records: { files: [file] }, extra: { [`files/${file.id}`]: Buffer.from('y') } }),
    /its checksum is wrong/,
  )
})

test('reports each bad record with its file and line, and writes the good ones', async () => {
  const other = await host.app.workspace()
  const { id: foreignId } = await other.api.create('/feedback', { title: 'Foreign' })
  const good = request()
  const foreign = (await host.app.database.pool.query('select board_id from feedback where id = $1', [foreignId]))
    .rows[0].board_id
  const feedback = [
    good,
    request({ boardId: foreign }),
    request({ title: '' }),
    request({ title: 'x'.repeat(201) }),
    request({ status: 'published' }),
    request({ votes: 1.5 }),
    request({ createdAt: 'yesterday' }),
    request({ workspaceId: other.id }),
    '{"id":',
    '[]',
    request({ title: 'NUL \0' }),
    request({ id: good.id }),
    request({ votes: -1 }),
    request({ createdAt: '2026-02-31T09:30:00.000Z' }),
  ]
  const link = (url: string) => ({ feedbackId: good.id, customerId: null, sourceUrl: url, metadata: null })
  const votes = [
    { feedbackId: good.id, customerId: newId(), createdAt: at },
    { feedbackId: foreignId, customerId: newId(), createdAt: at },
  ]
  const path = await build({
    records: { boards: [board], feedback, submissions: [link('javascript:alert(1)')], votes },
  })
  const target = await host.app.workspace()
  const dry: { file: string; line: number }[] = []
  await checkArchive({
    ...{ database: host.app.database, workspaceId: target.id, path, signal: new AbortController().signal },
    onProblem: (problem) => dry.push(problem),
  })
  const { counts, problems } = await importFromFile(host, target, path)
  // The dry run finds the same records.
  const places = (found: { file: string; line: number }[]) => found.map(({ file, line }) => `${file} ${line}`).sort()
  assert.deepEqual(places(dry), places(problems))
  assert.deepEqual(counts.feedback, { created: 1, updated: 0, unchanged: 0, failed: feedback.length - 1 })
  const lines = problems.filter(({ file }) => file === 'feedback.ndjson').map(({ line }) => line)
  assert.deepEqual(
    lines.toSorted((a, b) => a - b),
    feedback.map((_, index) => index + 1).slice(1),
  )
  const reason = (line: number) => problems.find((each) => each.file === 'feedback.ndjson' && each.line === line)!
  assert.match(reason(2).reason, /refers to a record that does not exist/)
  assert.match(reason(3).reason, /feedback_title_check/)
  assert.deepEqual([reason(6).column, reason(6).reason], ['votes', 'must be a whole number'])
  assert.match(reason(8).reason, /different members/)
  assert.equal(reason(9).reason, 'is not a JSON object')
  assert.deepEqual(
    problems.filter(({ file }) => file === 'submissions.ndjson').map(({ column }) => column),
    ['sourceUrl'],
  )
  assert.equal(problems.filter(({ file }) => file === 'votes.ndjson').length, 2)
  const listed = (await target.api.get('/feedback')).body.data
  assert.deepEqual(
    listed.map(({ id }: { id: string }) => id),
    [good.id],
  )
  assert.equal((await other.api.get(`/feedback/${foreignId}`)).body.data.title, 'Foreign')
})

test('refuses contents that do not match their record, such as a page declared as an image', async () => {
  const page = Buffer.from('<html><script>alert(1)</script></html>')
  const file = {
    id: newId(),
    name: 'a.png',
    contentType: 'image/png',
    bytes: page.length,
    width: 1,
    height: 1,
    createdByMember: null,
    createdByCustomer: null,
    createdAt: at,
    sha256: hash(page),
  }
  const pageFile = { ...file, id: newId(), contentType: 'text/html' }
  const header = { ...file, id: newId(), name: 'a"\r\nset-cookie: x.png' }
  const path = await build({
    records: { boards: [board], files: [file, pageFile, header] },
    extra: Object.fromEntries([file, pageFile, header].map(({ id }) => [`files/${id}`, page])),
  })
  const target = await host.app.workspace()
  const { problems } = await importFromFile(host, target, path)
  assert.deepEqual(
    problems.map(({ line, column, reason }) => [line, column, reason]),
    [
      [1, null, 'has contents of a different type'],
      [2, 'contentType', 'is not a type that Heed stores'],
      [3, 'name', 'must be a file name'],
    ],
  )
})

test('reads back an archive written by this version, even an empty one', async () => {
  const source = await host.app.workspace()
  const { path } = await exportToFile(host, source)
  const target = await host.app.workspace()
  assert.deepEqual((await importFromFile(host, target, path)).problems, [])
})
