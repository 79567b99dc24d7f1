import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { checkCounters } from '../../cli/doctor/counters.ts'
import { mergeFeedback } from '../../feedback/merge/merge.ts'
import { unmergeFeedback } from '../../feedback/merge/unmerge.ts'
import { removeAbandonedImports } from '../../imports/console/folder.ts'
import { importerOf } from '../support/imports.ts'
import { createTestApp } from '../test-app.ts'

const app = await createTestApp()

test('adds votes without voters when requests are merged, subtracts them when unmerged, and replaces them with voters', async () => {
  const acme = await app.workspace()
  const importer = importerOf(app, acme)
  await importer.run({ 'posts.csv': 'id,title,votes\n1,One,5\n2,Two,3\n' })
  const byTitle = async () =>
    new Map((await acme.api.listAll('/feedback')).map(({ title, id, votes }) => [title, { id, votes }]))
  const [one, two] = [(await byTitle()).get('One')!, (await byTitle()).get('Two')!]
  await acme.write((tx) => mergeFeedback(tx, two.id, one.id))
  assert.equal((await byTitle()).get('One')!.votes, 8)
  assert.equal((await checkCounters(app.database))[0]!.status, 'ok')
  await acme.write((tx) => unmergeFeedback(tx, two.id))
  assert.deepEqual([(await byTitle()).get('One')!.votes, (await byTitle()).get('Two')!.votes], [5, 3])
  await importer.run({
    'posts.csv': 'id,title,votes\n1,One,5\n2,Two,3\n',
    'votes.csv': 'post_id,email\n1,ada@example.com\n1,bob@example.com\n',
  })
  assert.deepEqual([(await byTitle()).get('One')!.votes, (await byTitle()).get('Two')!.votes], [2, 3])
  assert.equal((await checkCounters(app.database))[0]!.status, 'ok')
})

test('removes the files of imports that nobody started', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'heed-abandoned-'))
  after(() => rm(dataDir, { recursive: true, force: true }))
  for (const name of ['old', 'new']) await mkdir(join(dataDir, 'imports', name), { recursive: true })
  const old = new Date(Date.now() - 9 * 86_400_000)
  await utimes(join(dataDir, 'imports', 'old'), old, old)
  await removeAbandonedImports(dataDir, new Date().toISOString())
  assert.deepEqual(await readdir(join(dataDir, 'imports')), ['new'])
})
