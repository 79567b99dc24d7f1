import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerAhead, askAhead } from './ask-ahead.ts'

test('a verb gets the answer about the URL of its own request without asking again', async () => {
  const asked: string[] = []
  const outbound = {
    refuse: async (url: string) => {
      asked.push(url)
      return url.includes('private') ? 'It is private' : null
    },
  }
  const { prepare, answerFor } = askAhead(outbound)
  const bodies = [{ url: 'https://example.com/' }, { url: 'https://private.example/' }]
  for (const body of bodies) await prepare({ body })
  assert.deepEqual(await Promise.all(bodies.map((body) => answerFor(body).refuse('any'))), [null, 'It is private'])
  assert.deepEqual(asked, ['https://example.com/', 'https://private.example/'])
  const answer = await answerAhead(outbound, { url: 'https://private.example/' })
  assert.equal(await answer.refuse('any'), 'It is private')
})

test('a URL that was not checked before the transaction is not accepted', async () => {
  const { prepare, answerFor } = askAhead({ refuse: async () => null })
  await prepare({ body: {} })
  await assert.rejects(answerFor({}).refuse('https://example.com/'), /was not checked/)
})
