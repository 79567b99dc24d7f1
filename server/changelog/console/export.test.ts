import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Signer } from '../../platform/crypto/secret-key.ts'
import { createTestApp } from '../../test/test-app.ts'
import { exportVoters } from '../../votes/export.ts'
import { exportEntries } from './export.ts'

const app = await createTestApp()
const signer = new Signer('0'.repeat(32), 'cursors')

const linesOf = async (lines: AsyncIterable<string>): Promise<string[]> =>
  (await Array.fromAsync(lines)).map((line) => line.trim())

test('exports the entries of one tab, beyond a page, without formulas', async () => {
  const acme = await app.workspace()
  for (let n = 0; n < 52; n++)
    await acme.api.create('/changelog', { title: n === 0 ? '=1+1' : `Entry ${n}`, body: 'a, "b"\nc' })
  const { id } = await acme.api.create('/changelog', { title: 'Out', body: '' })
  await acme.api.post(`/changelog/${id}/publish`)
  const drafts = await acme.write((tx) => linesOf(exportEntries(tx, 'draft', signer)))
  assert.match(drafts[0]!, /^id,title,body,version,state,tags/)
  assert.equal(drafts.length, 1 + 52)
  assert.match(drafts.at(-1)!, /,'=1\+1,"a, ""b""\nc",,draft,/)
  const published = await acme.write((tx) => linesOf(exportEntries(tx, 'published', signer)))
  assert.deepEqual(
    published.slice(1).map((line) => line.split(',')[1]),
    ['Out'],
  )
})

test('exports the voters of a request that match the search, without formulas', async () => {
  const acme = await app.workspace()
  const { id } = await acme.api.create('/feedback', {
    title: 'CSV',
    submitter: { email: 'ada@example.com', name: '@SUM(1)' },
  })
  for (let n = 0; n < 101; n++) {
    const customer = (await acme.api.put('/customers', { email: `c${n}@other.example`, name: 'Bea' })).body.data
    await acme.api.put(`/feedback/${id}/votes/${customer.id}`, {})
  }
  const all = await acme.write((tx) => linesOf(exportVoters(tx, id, undefined, signer)))
  assert.equal(all.length, 1 + 102)
  const found = await acme.write((tx) => linesOf(exportVoters(tx, id, 'ada@', signer)))
  assert.deepEqual(found[0], 'id,name,email,external id,voted')
  assert.match(found[1]!, /^[0-9a-f-]{36},'@SUM\(1\),ada@example.com,,/)
  assert.equal(found.length, 2)
})
