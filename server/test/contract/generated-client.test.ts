import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import openapiTs, { astToString } from 'openapi-typescript'
import { createTestApp } from '../test-app.ts'

// Generates a client from openapi.json with a third-party generator, compiles it strictly and uses it.

const run = promisify(execFile)
const document = new URL('../../../openapi.json', import.meta.url)
const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url))

const folder = await mkdtemp(join(tmpdir(), 'heed-client-'))
after(() => rm(folder, { recursive: true }))

const compilerOptions = {
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  target: 'esnext',
  module: 'nodenext',
  lib: ['esnext', 'dom'],
  types: ['node'],
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  noEmit: true,
}

/** A program that uses the client: pages through feedback and marks each mistake that the compiler must report. */
const program = `
import createClient from 'openapi-fetch'
import type { components, paths } from './heed.ts'

type Feedback = components['schemas']['Feedback']

const [baseUrl = '', key = ''] = process.argv.slice(2)
const heed = createClient<paths>({ baseUrl, headers: { authorization: 'Bearer ' + key } })

async function walk(): Promise<Feedback[]> {
  const found: Feedback[] = []
  let cursor: string | null = null
  do {
    const query: { limit: number; cursor?: string } = cursor === null ? { limit: 7 } : { limit: 7, cursor }
    const { data, error } = await heed.GET('/feedback', { params: { query } })
    if (error) throw new Error(error.error.code + ': ' + error.error.message)
    found.push(...data.data)
    cursor = data.pagination.nextCursor
  } while (cursor !== null)
  return found
}

const created = await heed.POST('/feedback', {
  params: { header: { 'Idempotency-Key': 'typed' } },
  body: { title: 'Typed', submitter: { email: 'ada@example.com' }, metadata: { beta: true, seats: 3 } },
})
// Members with a default can be omitted.
await heed.POST('/feedback/{id}/comments', { params: { path: { id: created.data?.data.id ?? '' } }, body: { body: 'Yes' } })
const stage: 'pending' | 'in_review' | 'planned' | 'in_progress' | 'completed' | 'closed' | undefined = created.data?.data.stage
const itemId: string | null | undefined = created.data?.data.roadmapItemId
const absent = await heed.GET('/feedback/{id}', { params: { path: { id: crypto.randomUUID() } } })
const all = await walk()
console.log(JSON.stringify({ stage, itemId, absent: absent.error?.error.code, titles: all.map(({ title }) => title) }))

// @ts-expect-error: unknown member
export const tooMuch: components['schemas']['FeedbackCreate'] = { title: 'x', votes: 1 }

export async function mistakes(): Promise<void> {
  // @ts-expect-error: title is required
  await heed.POST('/feedback', { body: {} })
  // @ts-expect-error: title is a string
  await heed.POST('/feedback', { body: { title: 1 } })
  // @ts-expect-error: a submitter has an email or an external id
  await heed.POST('/feedback', { body: { title: 'x', submitter: { name: 'Ada' } } })
  // @ts-expect-error: unknown stage
  await heed.PATCH('/feedback/{id}/stage', { params: { path: { id: '' } }, body: { stage: 'done' } })
  // @ts-expect-error: unknown filter
  await heed.GET('/feedback', { params: { query: { page: 2 } } })
  // @ts-expect-error: unknown path
  await heed.GET('/people')
  // @ts-expect-error: unknown method
  await heed.DELETE('/feedback/{id}', { params: { path: { id: '' } } })
  // @ts-expect-error: private, in no response
  created.data?.data.sourceUrl
}
`

test('generates a client that compiles strictly and pages through all feedback', async () => {
  const app = await createTestApp()
  const { api, key } = await app.workspace()
  const titles = Array.from({ length: 20 }, (_, index) => `Request ${index}`)
  for (const title of titles) await api.create('/feedback', { title })

  await symlink(modules, join(folder, 'node_modules'), 'dir')
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['walk.ts'] }))
  await writeFile(join(folder, 'heed.ts'), astToString(await openapiTs(document)))
  await writeFile(join(folder, 'walk.ts'), program)
  const tsc = join(modules, 'typescript', 'bin', 'tsc')
  const compiled = await run(process.execPath, [tsc, '-p', folder]).catch(({ stdout }) => ({ stdout }))
  assert.equal(compiled.stdout, '')

  const { stdout } = await run(process.execPath, [join(folder, 'walk.ts'), `${app.origin}/api/v1`, key])
  const seen = JSON.parse(stdout)
  assert.deepEqual(seen, {
    stage: 'pending',
    itemId: null,
    absent: 'not_found',
    titles: ['Typed', ...titles.toReversed()],
  })
})

test('passes the recommended rules of Redocly without warnings', async () => {
  // Without network access, which Redocly would use to check for updates.
  const confined = ['--permission', '--allow-fs-read=*', '--allow-fs-write=*']
  const cli = join(modules, '@redocly', 'cli', 'bin', 'cli.js')
  const { stdout } = await run(
    process.execPath,
    [...confined, cli, 'lint', fileURLToPath(document), '--extends=recommended', '--format=json'],
    { cwd: folder, env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' } },
  ).catch((error) => error)
  const { totals, problems } = JSON.parse(stdout)
  assert.deepEqual(problems, [])
  assert.deepEqual(totals, { errors: 0, warnings: 0, ignored: 0 })
})

test('serves the committed openapi.json with a stable ETag', async () => {
  const { anonymous: stranger } = await createTestApp()
  const [first, second] = [await stranger.get('/openapi.json'), await stranger.get('/openapi.json')]
  assert.deepEqual(first.body, JSON.parse(await readFile(document, 'utf8')))
  assert.equal(first.body.openapi.slice(0, 4), '3.1.')
  assert.match(first.headers.get('etag')!, /^"[\w-]+"$/)
  assert.equal(first.headers.get('etag'), second.headers.get('etag'))
})
