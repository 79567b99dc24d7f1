import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { createAccountFixtures } from '../test/fixtures/accounts.ts'
import { createDataDir, listStoredFiles, removeFiles } from '../test/fixtures/files.ts'
import { createTestApp } from '../test/test-app.ts'

const dataDir = await createDataDir()
const app = await createTestApp({ dataDir })
const accounts = await createAccountFixtures(app)

async function scene() {
  const acme = await app.workspace()
  const sign = async () => {
    const { cookies } = await accounts.createMember(acme, 'member')
    return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }
  const send = async (cookie: string, key: string, body: string) => {
    const response = await fetch(`${app.origin}/console/w/${acme.slug}/files`, {
      method: 'POST',
      body,
      headers: { cookie, origin: app.origin, 'heed-file-name': 'a.txt', 'heed-upload-key': key },
    })
    return { status: response.status, path: ((await response.json()) as { path?: string }).path }
  }
  return { acme, sign, send }
}

test('stores an upload once if it is sent again, even concurrently', async () => {
  const { acme, sign, send } = await scene()
  const [cookie, key] = [await sign(), randomUUID()]
  const attempts = await Promise.all([1, 2, 3].map(() => send(cookie, key, 'Some text')))
  const again = await send(cookie, key, 'Some text')
  assert.deepEqual([...new Set([...attempts, again].map(({ status, path }) => `${status} ${path}`))].length, 1)
  assert.equal((await app.database.pool.query('select from files where workspace_id = $1', [acme.id])).rowCount, 1)
  await app.database.pool.query(
    `update file_removals set due_at = now() - interval '1 second' where workspace_id = $1`,
    [acme.id],
  )
  await removeFiles(app, dataDir)
  assert.deepEqual(await listStoredFiles(dataDir, acme), [again.path!.split('/')[2]])
})

test('returns the result of an earlier attempt without the file, and only to its uploader', async () => {
  const { sign, send } = await scene()
  const [cookie, other, key] = [await sign(), await sign(), randomUUID()]
  assert.equal((await send(cookie, key, '')).status, 400)
  const { path } = await send(cookie, key, 'Some text')
  assert.deepEqual(await send(cookie, key, ''), { status: 200, path })
  assert.equal((await send(other, key, '')).status, 400)
  assert.notEqual((await send(other, key, 'Some text')).path, path)
})
