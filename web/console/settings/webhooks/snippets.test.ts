import assert from 'node:assert/strict'
import { rm, writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { generateSecret } from '#server/webhooks/secret.ts'
import { verificationSnippets } from './snippets.ts'

test('the TypeScript snippet reads a signed request, and throws for any other', async (t) => {
  const secret = generateSecret()
  process.env.HEED_WEBHOOK_SECRET = secret
  // Beside this file, so that it finds the package.
  const file = new URL(`./snippet-${process.pid}.ts`, import.meta.url)
  await writeFile(file, verificationSnippets.typescript)
  t.after(() => rm(file))
  const { readEvent } = await import(file.href)
  const body = JSON.stringify({ type: 'feedback.created', data: {} })
  const at = new Date()
  const headers = {
    'webhook-id': 'event',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign('event', at, body),
  }
  const request = (text: string) => new Request('https://example.com', { method: 'POST', body: text, headers })
  assert.deepEqual(await readEvent(request(body)), JSON.parse(body))
  await assert.rejects(readEvent(request(`${body} `)), /signature/i)
})
