import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { downloadRepository } from '../../imports/github/download.ts'
import { createOutbound } from '../../platform/outbound/outbound.ts'
import { startGitHub } from '../support/github-server.ts'
import { importerOf } from '../support/imports.ts'
import { createTestApp } from '../test-app.ts'

const app = await createTestApp()
const outbound = createOutbound(['127.0.0.0/8'])
after(() => outbound.close())

const folder = await mkdtemp(join(tmpdir(), 'heed-github-'))
after(() => rm(folder, { recursive: true, force: true }))

const sourceOf = (apiUrl: string, more: object = {}) => ({
  ...{ fetch: outbound.fetch, apiUrl, token: 'token', repository: 'acme/app', signal: new AbortController().signal },
  ...more,
})

test('imports discussions and issues with labels, votes, comments, replies and staff, and resumes after a rate limit', async () => {
  const { state, apiUrl } = await startGitHub()
  state.failsAt = 3
  await assert.rejects(downloadRepository(sourceOf(apiUrl), folder), /is refusing requests \(403, retry after 60\)/)
  const path = await downloadRepository(sourceOf(apiUrl), folder)
  // Two pages before the limit, the refused one, and two requests after it: nothing is read twice.
  assert.equal(state.requests, 5)
  const acme = await app.workspace()
  const importer = importerOf(app, acme)
  const files = { 'repository.ndjson': await readFile(path) }
  const { problems, counts } = await importer.run(files, 'github')
  assert.deepEqual(problems, [])
  assert.deepEqual([counts.feedback?.created, counts.comments?.created, counts.votes?.created], [3, 4, 2])
  const requests = await acme.api.listAll('/feedback')
  assert.deepEqual(
    requests.map(({ title, stage, votes, comments, board }) => [title, stage, votes, comments, board.name]).sort(),
    [
      ['Bug 2', 'completed', 1, 0, 'Issues'],
      ['Bug 3', 'in_review', 1, 2, 'Issues'],
      ['Ideas for search', 'in_review', 7, 2, 'Ideas'],
    ],
  )
  const { rows } = await app.database.pool.query(
    `select c.kind, c.author_name, p.body as parent from comments c join comments p on p.workspace_id = c.workspace_id and p.id = c.parent_id
     where c.workspace_id = $1`,
    [acme.id],
  )
  assert.deepEqual(rows, [{ kind: 'staff_reply', author_name: 'eve', parent: 'How?' }])
  const again = await importer.run(files, 'github')
  assert.deepEqual(again.counts.feedback, { created: 0, updated: 0, unchanged: 3, failed: 0 })
})

test('explains why a token or a repository is rejected', async () => {
  const { apiUrl } = await startGitHub()
  const read = (more: object) => downloadRepository(sourceOf(apiUrl, more), join(folder, 'other'))
  await assert.rejects(read({ token: 'wrong' }), /does not accept this token/)
  await assert.rejects(read({ repository: 'acme/gone' }), /has no repository acme\/gone/)
})
