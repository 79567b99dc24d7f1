import assert from 'node:assert/strict'
import { request } from 'node:http'
import { suite, test } from 'node:test'
import { createTestApp } from '../test/test-app.ts'

const app = await createTestApp()

suite('the way into the console', () => {
  test('a form of another site is refused before its body has come', async () => {
    const status = await new Promise((resolve, reject) => {
      const headers = { origin: 'https://evil.example', 'content-length': '1000', 'content-type': 'text/plain' }
      const asked = request(`${app.origin}/console/sign-in`, { method: 'POST', headers }, ({ statusCode }) => {
        resolve(statusCode)
        asked.destroy()
      })
      asked.on('error', reject)
      // And nothing more of the thousand.
      asked.write('x')
    })
    assert.equal(status, 403)
  })

  test('methods that no form has are not known', async () => {
    for (const method of ['PUT', 'DELETE', 'PATCH']) {
      const headers = { origin: app.origin }
      assert.ok([404, 405].includes((await fetch(`${app.origin}/console/sign-in`, { method, headers })).status))
    }
  })
})
