import assert from 'node:assert/strict'
import { request } from 'node:http'
import { suite, test } from 'node:test'
import { createTestApp } from '../test/test-app.ts'

const app = await createTestApp()

suite('console requests', () => {
  test('rejects a form of another origin before its body has arrived', async () => {
    const status = await new Promise((resolve, reject) => {
      const headers = { origin: 'https://evil.example', 'content-length': '1000', 'content-type': 'text/plain' }
      const clientRequest = request(`${app.origin}/console/sign-in`, { method: 'POST', headers }, ({ statusCode }) => {
        resolve(statusCode)
        clientRequest.destroy()
      })
      clientRequest.on('error', reject)
      // Sends only 1 of the 1000 bytes.
      clientRequest.write('x')
    })
    assert.equal(status, 403)
  })

  test('rejects methods that forms do not use', async () => {
    for (const method of ['PUT', 'DELETE', 'PATCH']) {
      const headers = { origin: app.origin }
      assert.ok([404, 405].includes((await fetch(`${app.origin}/console/sign-in`, { method, headers })).status))
    }
  })
})
