import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pathToResource, seedApiResources } from '../fixtures/api-resources.ts'
import { createTestApp } from '../test-app.ts'
import { openApi, operations } from './openapi.ts'

// Calls every path of openapi.json with every method.

const app = await createTestApp()
const acme = await app.workspace()
const things = await seedApiResources(acme)
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'LINK']

for (const [path, known] of Object.entries(openApi.paths)) {
  const allowed = Object.keys(known).flatMap((method) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]))
  const target = pathToResource(operations.find((operation) => operation.path === path)!, things)

  test(`${path} answers 405 to every method except ${allowed.join(', ')}, with any credential`, async () => {
    for (const method of methods.filter((each) => !allowed.includes(each))) {
      for (const client of [acme.api, app.anonymous]) {
        const { status, headers, body } = await client.send(method, target)
        assert.equal(status, 405, method)
        assert.deepEqual(headers.get('allow')?.split(', ').sort(), [...allowed].sort(), method)
        // A response to HEAD has no body (RFC 9110, section 9.3.2).
        if (method !== 'HEAD') assert.equal(body.error.code, 'method_not_allowed')
      }
    }
  })
}

for (const operation of operations.filter(({ method }) => method === 'GET')) {
  test(`${operation.operationId} answers HEAD like GET, without the body`, async () => {
    for (const [client, query] of [
      [acme.api, ''] as const,
      [acme.api, '?surprise=1'] as const,
      [app.anonymous, ''] as const,
    ]) {
      const path = pathToResource(operation, things) + query
      const [got, headed] = [await client.send('GET', path), await client.send('HEAD', path)]
      assert.equal(headed.status, got.status)
      assert.equal(headed.body, null)
      for (const name of ['content-type', 'content-length', 'cache-control', 'etag', 'www-authenticate']) {
        assert.equal(headed.headers.get(name), got.headers.get(name), name)
      }
    }
  })
}

test('answers a CORS preflight without CORS headers, since keys are not for browsers', async () => {
  const { status, headers } = await app.anonymous.send('OPTIONS', '/feedback', {
    headers: { origin: 'https://example.com', 'access-control-request-method': 'POST' },
  })
  assert.equal(status, 405)
  assert.deepEqual(
    [...headers.keys()].filter((name) => name.startsWith('access-control-')),
    [],
  )
})

test('answers 404 to an unknown path, with any method and credential', async () => {
  const paths = [
    '/',
    '/feedbacks',
    '/Feedback',
    '/feedback/1/2',
    '/feedback/%',
    '/feedback/%zz/comments',
    '/../v2/feedback',
  ]
  for (const path of paths) {
    for (const method of ['GET', 'POST', 'PATCH', 'DELETE', 'OPTIONS']) {
      for (const client of [acme.api, app.anonymous]) {
        const { status, body } = await client.send(method, path)
        assert.equal(status, 404, `${method} ${path}`)
        assert.equal(body.error.code, 'not_found')
      }
    }
  }
})
