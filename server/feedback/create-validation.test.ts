import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '../test/test-app.ts'

const app = await createTestApp()
const { api } = await app.workspace()

const elevenKeys = Object.fromEntries(Array.from({ length: 11 }, (_, number) => [`key${number}`, number]))

const invalidRequests: [description: string, body: Record<string, unknown>, path: string][] = [
  ['no title', { title: undefined }, '/title'],
  ['a title of white space', { title: ' \t' }, '/title'],
  ['a title of 201 characters', { title: 'x'.repeat(201) }, '/title'],
  ['a title that is not text', { title: 5 }, '/title'],
  ['a description of 10,001 characters', { description: 'x'.repeat(10_001) }, '/description'],
  ['a source URL without a scheme', { sourceUrl: 'example.com/page' }, '/sourceUrl'],
  ['a relative source URL', { sourceUrl: '/page' }, '/sourceUrl'],
  ['a source URL of another scheme', { sourceUrl: 'javascript:alert(1)' }, '/sourceUrl'],
  ['a source URL of 2,049 characters', { sourceUrl: `https://example.com/${'x'.repeat(2029)}` }, '/sourceUrl'],
  ['eleven metadata keys', { metadata: elevenKeys }, '/metadata'],
  ['an empty metadata key', { metadata: { '': 1 } }, '/metadata/'],
  ['a metadata key of 65 characters', { metadata: { ['k'.repeat(65)]: 1 } }, `/metadata/${'k'.repeat(65)}`],
  ['a metadata text of 1,001 characters', { metadata: { note: 'x'.repeat(1001) } }, '/metadata/note'],
  ['a metadata list', { metadata: { list: [1] } }, '/metadata/list'],
  ['a metadata object', { metadata: { object: {} } }, '/metadata/object'],
  ['metadata that is a list', { metadata: ['a'] }, '/metadata'],
  ['a stage, which only the server derives', { stage: 'planned' }, '/stage'],
  ['votes, which only customers cast', { votes: 100 }, '/votes'],
]

for (const [description, body, path] of invalidRequests) {
  test(`rejects a request with ${description}, naming the field`, async () => {
    const response = await api.post('/feedback', { title: 'Dark mode', ...body })
    assert.equal(response.status, 400)
    assert.deepEqual(
      response.body.error.details.map((detail: { path: string }) => detail.path),
      [path],
    )
    assert.deepEqual(await api.listAll('/feedback'), [])
  })
}

test('accepts the largest allowed context', async () => {
  const keys = Array.from({ length: 10 }, (_, number) => [`${number}`.padEnd(64, 'k'), '😀'.repeat(1000)])
  const sourceUrl = `https://example.com/${'x'.repeat(2028)}`
  const { status } = await api.post('/feedback', { title: 'Full', sourceUrl, metadata: Object.fromEntries(keys) })
  assert.equal(status, 201)
})
