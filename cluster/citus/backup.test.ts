import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createEmptyDatabase } from './empty-database.ts'

// Runs with `npm run cluster -- citus`.

const folder = await mkdtemp(join(tmpdir(), 'heed-backup-'))
const backups = join(folder, 'backups')
after(() => rm(folder, { recursive: true, force: true }))

test('refuses to back up a distributed database, and to restore into one', async () => {
  const { command } = await createEmptyDatabase(join(folder, 'data'))
  assert.equal((await command('workspace', 'create', '--name', 'Acme', '--slug', 'acme')).status, 0)
  const backup = join(backups, 'before')
  const created = await command('backup', '--to', backup)
  assert.equal(created.status, 0, created.stderr)
  assert.equal((await command('database', 'distribute', '--shards', '4')).status, 0)

  const refused = await command('backup', '--to', join(backups, 'after'))
  assert.equal(refused.status, 1)
  assert.match(refused.stderr, /A distributed database cannot be backed up with this command/)
  assert.deepEqual(await readdir(backups), ['before'])

  const target = await createEmptyDatabase(join(folder, 'restored'))
  const restored = await target.command('restore', backup)
  assert.equal(restored.status, 0, restored.stderr)
  const distributed = await target.command('database', 'distribute', '--shards', '4')
  assert.equal(distributed.status, 0, distributed.stderr)
  assert.match((await target.command('workspace', 'list')).stdout, /^acme\t/)

  await target.run('truncate workspaces, accounts cascade')
  const again = await target.command('restore', backup)
  assert.equal(again.status, 1)
  assert.match(again.stderr, /The database is distributed. Restore into a database that is not/)
})
