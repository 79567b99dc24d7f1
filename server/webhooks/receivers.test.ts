import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createTestApp } from '../test/test-app.ts'
import { startTestWorker } from '../test/test-worker.ts'

const app = await createTestApp()
const worker = await startTestWorker(app)
after(() => worker.stop())

const docs = new URL('../../docs/api/', import.meta.url)
const readDoc = (name: string) => readFile(new URL(name, docs), 'utf8')

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

test('the guide contains the sample receivers unchanged', async () => {
  const guide = await readDoc('webhooks.md')
  for (const name of ['receivers/receiver.ts', 'receivers/receiver.py'])
    assert.ok(guide.includes(await readDoc(name)), name)
})

test('the sample receiver accepts what Heed signs, and nothing else', async () => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/heed`
  const { api } = await app.workspace()
  const { id, secret } = await api.create('/webhooks', { url, events: ['feedback.created'] })
  const file = fileURLToPath(new URL('receivers/receiver.ts', docs))
  const receiver = spawn(process.execPath, [file], {
    env: { ...process.env, HEED_WEBHOOK_SECRET: secret, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  after(() => receiver.kill())
  let output = ''
  receiver.stdout.setEncoding('utf8').on('data', (text) => {
    output += text
  })
  const send = () =>
    fetch(url, { method: 'POST', body: '{}' }).then(
      ({ status }) => status,
      () => null,
    )
  while ((await send()) === null) await sleep(50)
  assert.equal(await send(), 400)
  const request = await api.create('/feedback', { title: 'CSV' })
  const succeeded = async () => (await api.get(`/webhooks/${id}/deliveries?status=succeeded`)).body.data.length === 1
  while (!(await succeeded())) await sleep(50)
  while (output === '') await sleep(20)
  assert.equal(output, `feedback.created ${request.id}\n`)
})
