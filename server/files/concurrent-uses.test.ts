import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteComment } from '../comments/delete.ts'
import { createAccountFixtures } from '../test/fixtures/accounts.ts'
import { createDataDir, drawImage, listStoredFiles, readFile, removeFiles, sendFile } from '../test/fixtures/files.ts'
import { connect, connectToRows } from '../test/support/connections.ts'
import { startBlockingTransaction, waitForBlockedConnections } from '../test/support/locks.ts'
import { createTestApp } from '../test/test-app.ts'

const dataDir = await createDataDir()
const app = await createTestApp({ dataDir })
const accounts = await createAccountFixtures(app)

/** Creates a file that only a reply uses, and an entry whose text is about to use it. */
async function scene() {
  const acme = await app.workspace()
  const { cookies } = await accounts.createMember(acme, 'member')
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const base = `${app.origin}/console/w/${acme.slug}`
  const { body: file } = await sendFile(`${base}/files`, cookie, 'photo.png', await drawImage())
  const { id } = await acme.api.create('/feedback', { title: 'Dark mode' })
  const comment = await acme.api.create(`/feedback/${id}/comments`, { body: file.markdown, kind: 'staff_reply' })
  const entry = await acme.api.create('/changelog', { title: 'Night', body: '' })
  const status = async () => (await readFile(`${base}${file.path}`, cookie)).status
  return { acme, file, commentId: comment.id, entryId: entry.id, status }
}

const addUse = 'update changelog_entries set body = $3 where workspace_id = $1 and id = $2'

test('saves a text without its file if another transaction deletes the last use of that file', async () => {
  const { acme, file, commentId, entryId, status } = await scene()
  const { client: deleting, table } = await connectToRows(app, 'comments', acme.id)
  const saving = await connect(app)
  await deleting.query('begin')
  // Checks constraints at each statement, as a commit would, while the transaction is still open.
  await deleting.query('set constraints all immediate')
  await deleting.query(`delete from ${table} where workspace_id = $1 and id = $2`, [acme.id, commentId])
  const saved = saving.query(addUse, [acme.id, entryId, file.markdown])
  await waitForBlockedConnections(app)
  await deleting.query('commit')
  assert.equal((await saved).rowCount, 1)
  await Promise.all([deleting.end(), saving.end()])
  assert.equal(await status(), 404)
  await removeFiles(app, dataDir)
  assert.deepEqual(await listStoredFiles(dataDir, acme), [])
})

test('keeps a file whose last use is deleted while another transaction adds one', async () => {
  const { acme, file, commentId, entryId, status } = await scene()
  const saving = await startBlockingTransaction(app, addUse, [acme.id, entryId, file.markdown])
  const deletion = acme.write((tx) => deleteComment(tx, commentId))
  await waitForBlockedConnections(app)
  await saving.release()
  await deletion
  assert.equal(await status(), 200)
})
