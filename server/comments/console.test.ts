import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Signer } from '../platform/crypto/secret-key.ts'
import { createTestApp, testSecretKey } from '../test/test-app.ts'
import { listConsoleComments } from './console.ts'

const world = await createTestApp()
const signer = new Signer(testSecretKey, 'cursors')

test('lists authors and team notes in pages, and nothing of another workspace', async () => {
  const [acme, other] = [await world.workspace(), await world.workspace()]
  const { id } = await acme.api.create('/feedback', { title: 'Dark mode' })
  const submitter = { email: 'ada@example.com', externalId: 'u-1' }
  const first = await acme.api.create(`/feedback/${id}/comments`, { body: 'Please', submitter })
  const note = { body: 'They pay', kind: 'staff_reply', isInternal: true, authorName: 'Mara' }
  await acme.api.create(`/feedback/${id}/comments`, note)
  await acme.api.create(`/feedback/${id}/comments`, { body: 'Me too', parentId: first.id })

  const page = (who: typeof acme, cursor?: string) =>
    who.write((tx) => listConsoleComments(tx, { of: 'feedback_id', id }, { limit: 2, cursor }, signer))
  const { data, pagination } = await page(acme)
  assert.deepEqual(
    data.map(({ body, isInternal, author: { type, name, email, externalId } }) => [
      body,
      isInternal,
      type,
      name,
      email,
      externalId,
    ]),
    [
      ['Please', false, 'customer', null, 'ada@example.com', 'u-1'],
      ['They pay', true, 'staff', 'Mara', null, null],
    ],
  )
  assert.ok(data[0]!.author.customerId)
  const rest = await page(acme, pagination.nextCursor!)
  assert.deepEqual([rest.data.map(({ body }) => body), rest.pagination.hasMore], [['Me too'], false])
  assert.deepEqual((await page(other)).data, [])
})
