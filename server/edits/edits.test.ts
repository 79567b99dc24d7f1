import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteFeedback } from '../feedback/delete.ts'
import { setStatuses } from '../feedback/lifecycle/set-status.ts'
import { mergeFeedback } from '../feedback/merge/merge.ts'
import { editOwnRequest } from '../feedback/own/edit.ts'
import { deleteExpiredRows } from '../housekeeping/delete-expired.ts'
import { signInCustomer } from '../test/clients/portal-client.ts'
import { createTestApp } from '../test/test-app.ts'
import { assertNotEditedSince, listEarlierTexts } from './queries.ts'
import { textVersion } from './version.ts'

const app = await createTestApp()

test('rejects an approval of a text that its author edited after the team opened the page', async () => {
  const acme = await app.workspace()
  const ada = await signInCustomer(app, acme, { email: 'ada@x.example' })
  const { id } = await acme.api.create('/feedback', { title: 'Nice', submitter: { email: 'ada@x.example' } })
  const approve = (seenAt: string) =>
    acme.write(async (tx) => {
      await setStatuses(tx, [id], 'approved')
      await assertNotEditedSince(tx, [id], seenAt, 'Read it again.')
    })
  const opened = new Date().toISOString()
  await acme.write((tx) =>
    editOwnRequest(
      { ...tx, actor: { type: 'customer', id: ada.customerId } },
      id,
      { title: 'https://evil.example', description: '', version: textVersion('Nice', '') },
      { customerId: ada.customerId },
    ),
  )
  await assert.rejects(approve(opened), /Read it again/)
  assert.equal((await acme.api.get(`/feedback/${id}`)).body.data.status, 'pending')
  await approve(new Date(Date.now() + 60_000).toISOString())
  assert.equal((await acme.api.get(`/feedback/${id}`)).body.data.status, 'approved')
  assert.deepEqual(
    (await acme.write((tx) => listEarlierTexts(tx, [id]))).map(({ title }) => title),
    ['Nice'],
  )
})

test('deletes earlier texts of deleted requests and comments, but keeps those of merged requests', async () => {
  const acme = await app.workspace()
  const { pool } = app.database
  const ada = await signInCustomer(app, acme, { email: 'ada@x.example' })
  const [live, merged, gone] = await Promise.all(
    ['Live', 'Merged', 'Gone'].map(async (title) => (await acme.api.create('/feedback', { title })).id as string),
  )
  for (const id of [live, merged, gone]) {
    await pool.query(
      `insert into content_edits (workspace_id, id, feedback_id, customer_id, title, body, created_at)
       values ($1, gen_random_uuid(), $2, $3, 'Before', '', now())`,
      [acme.id, id, ada.customerId],
    )
  }
  await acme.write((tx) => mergeFeedback(tx, merged!, live!))
  await acme.write((tx) => deleteFeedback(tx, gone!))
  const deleted = await deleteExpiredRows(app.database, new AbortController().signal)
  assert.equal(deleted.content_edits, 1)
  const { rows } = await pool.query('select feedback_id from content_edits where workspace_id = $1', [acme.id])
  assert.deepEqual(new Set(rows.map(({ feedback_id }) => feedback_id)), new Set([live, merged]))
})
