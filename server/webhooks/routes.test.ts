import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Signer } from '../platform/crypto/secret-key.ts'
import { Vault } from '../platform/crypto/vault.ts'
import type { Api, Operation, WriteHandler } from '../platform/http/api/operations.ts'
import { createTestApp, testSecretKey } from '../test/test-app.ts'
import { webhookRoutes } from './routes.ts'

const app = await createTestApp()

type Write = [operation: Operation, handler: WriteHandler<never, never>]

test('name servers are asked before the transaction, which would keep a connection from others', async () => {
  const acme = await app.workspace()
  const writes = new Map<string, Write>()
  const register = (_path: string, ...write: Write) => writes.set(write[0].operationId, write)
  const asked: string[] = []
  let isInTransaction = false
  const outbound = {
    refuse: async (url: string) => {
      assert.ok(!isInTransaction)
      asked.push(url)
      return url.includes('private') ? 'It is private' : null
    },
  }
  const deps = { outbound, vault: new Vault(testSecretKey), cursors: new Signer(testSecretKey, 'cursors') }
  webhookRoutes(deps)({ get() {}, post: register, patch: register, delete() {} } as unknown as Api)
  const call = async (operationId: string, id: string, body: object) => {
    const [{ prepare }, handler] = writes.get(operationId)!
    await prepare!({ body })
    isInTransaction = true
    try {
      return await acme.write((tx) => handler(tx, { id, nestedId: id, body, query: {} } as never, undefined))
    } finally {
      isInTransaction = false
    }
  }
  const urls = ['https://example.com/', 'https://example.org/', 'https://private.example/']
  await call('createWebhook', '', { url: urls[0], events: ['vote.created'] })
  const { data } = (await acme.api.get('/webhooks')).body
  await call('updateWebhook', data[0].id, { url: urls[1] })
  await assert.rejects(call('updateWebhook', data[0].id, { url: urls[2] }), /It is private/)
  await assert.rejects(call('createWebhook', '', { url: urls[2], events: ['vote.created'] }), /It is private/)
  assert.deepEqual(asked, [...urls, urls[2]])
  assert.equal((await acme.api.get(`/webhooks/${data[0].id}`)).body.data.url, urls[1])
})
