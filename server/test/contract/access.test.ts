import assert from 'node:assert/strict'
import { test } from 'node:test'
import { generateApiKey } from '../../api-keys/format.ts'
import { revokeApiKey } from '../../api-keys/revoke.ts'
import { apiScopes } from '../../platform/http/api/scopes.ts'
import { newId } from '../../platform/ids.ts'
import type { TestResponse } from '../clients/api-client.ts'
import { exampleOf, hasNestedId, pathToResource, pathWithId, seedApiResources } from '../fixtures/api-resources.ts'
import { dumpTables } from '../support/dump-tables.ts'
import { createTestApp } from '../test-app.ts'
import { operations } from './openapi.ts'

// Calls every operation of openapi.json with every credential that must be rejected.

const app = await createTestApp()
const acme = await app.workspace()
const things = await seedApiResources(acme)
const guarded = operations.filter(({ scope }) => scope !== null)
const onThings = guarded.filter(({ path }) => path.includes('{id}'))

/** Returns a response without the parts that differ between requests. */
const withoutRequestId = ({ status, body }: TestResponse) => {
  const { requestId: _, ...error } = body.error
  return { status, error }
}

async function badCredentials(): Promise<Record<string, string>> {
  const expired = await acme.makeKey({ expiresAt: '2020-01-01T00:00:00.000Z' })
  const revoked = await acme.makeKey()
  await acme.write((scope) => revokeApiKey(scope, revoked.id))
  const otherLast = acme.key.endsWith('0') ? '1' : '0'
  return {
    'an empty header': '',
    'a scheme alone': 'Bearer',
    'another scheme': `Basic ${acme.key}`,
    'no scheme': acme.key,
    junk: 'Bearer junk',
    'a well-formed key that was never issued': `Bearer ${generateApiKey()}`,
    'a key with a wrong checksum': `Bearer ${acme.key.slice(0, -1)}${otherLast}`,
    'a key cut short': `Bearer ${acme.key.slice(0, -1)}`,
    'two keys': `Bearer ${acme.key} ${acme.key}`,
    'an expired key': `Bearer ${expired.key}`,
    'a revoked key': `Bearer ${revoked.key}`,
  }
}
const challenge = 'Bearer resource_metadata="http://heed.test/.well-known/oauth-protected-resource/api/v1"'
const credentials = await badCredentials()

for (const operation of guarded) {
  const { operationId, method, scope } = operation
  const path = pathToResource(operation, things)
  const body = exampleOf(operation)

  test(`${operationId} answers the same 401 to every invalid credential`, async () => {
    const before = await dumpTables(app)
    const none = await app.anonymous.send(method, path, { body })
    assert.equal(none.status, 401)
    assert.equal(none.headers.get('www-authenticate'), challenge)
    for (const [name, authorization] of Object.entries(credentials)) {
      const answer = await app.anonymous.send(method, path, { body, headers: { authorization } })
      assert.deepEqual(withoutRequestId(answer), withoutRequestId(none), name)
      assert.equal(answer.headers.get('www-authenticate'), challenge, name)
    }
    assert.deepEqual(await dumpTables(app), before)
  })

  test(`${operationId} answers 403, naming its scope, to a key with every other scope`, async () => {
    const client = await acme.withScopes(...apiScopes.filter((name) => name !== scope))
    const before = await dumpTables(app)
    const { status, body: refusal } = await client.send(method, path, { body })
    assert.equal(status, 403)
    assert.equal(refusal.error.code, 'forbidden')
    assert.match(refusal.error.message, new RegExp(`\\b${scope}\\b`))
    assert.deepEqual(await dumpTables(app), before)
  })

  test(`${operationId} succeeds with a key that has only its scope`, async () => {
    const ada = await app.workspace()
    const { status, body: answer } = await (await ada.withScopes(scope as (typeof apiScopes)[number])).send(
      method,
      pathToResource(operation, await seedApiResources(ada)),
      { body },
    )
    if (operationId === 'sendToTracker') assert.equal(answer.error.guidance.action, 'connect')
    else assert.ok([200, 201, 202, 204].includes(status), `answered ${status}`)
  })
}

for (const operation of onThings) {
  const { operationId, method } = operation
  const body = exampleOf(operation)

  test(`${operationId} returns the same 404 for an id of another workspace and an unknown id`, async () => {
    const { api } = await app.workspace()
    const before = await dumpTables(app)
    const foreign = await api.send(method, pathToResource(operation, things), { body })
    assert.equal(foreign.status, 404)
    for (const id of [newId(), things.feedback.toUpperCase(), 'not-a-uuid', '0', '%F0%9F%9A%80', 'x'.repeat(2_000)]) {
      const nowhere = await api.send(method, pathWithId(operation, id), { body })
      assert.deepEqual(withoutRequestId(nowhere), withoutRequestId(foreign), id)
    }
    assert.deepEqual(await dumpTables(app), before)
  })
}

for (const operation of onThings.filter(hasNestedId)) {
  const { operationId, method } = operation
  const body = exampleOf(operation)

  test(`${operationId} returns the same 404 for a second id of another workspace and an unknown one`, async () => {
    const ada = await app.workspace()
    const { feedback } = await seedApiResources(ada)
    const before = await dumpTables(app)
    const foreign = await ada.api.send(method, pathWithId(operation, feedback, things.voter), { body })
    assert.equal(foreign.status, 404)
    for (const id of [newId(), things.voter.toUpperCase(), 'not-a-uuid', '0', '%F0%9F%9A%80', 'x'.repeat(2_000)]) {
      const nowhere = await ada.api.send(method, pathWithId(operation, feedback, id), { body })
      assert.deepEqual(withoutRequestId(nowhere), withoutRequestId(foreign), id)
    }
    assert.deepEqual(await dumpTables(app), before)
  })
}

test('lists nothing of another workspace', async () => {
  const { api } = await app.workspace()
  for (const { operationId, path } of operations.filter((each) => each.operationId.startsWith('list'))) {
    if (path.includes('{id}')) continue
    // Every workspace begins with a board.
    if (operationId === 'listBoards') {
      assert.deepEqual(
        (await api.listAll(path)).map(({ slug }) => slug),
        ['feature-requests'],
      )
      continue
    }
    // The creation of that board is its only event.
    if (operationId === 'listEvents') {
      assert.deepEqual(
        (await api.listAll(path)).map(({ type, data }) => [type, data.slug]),
        [['board.created', 'feature-requests']],
      )
      continue
    }
    assert.deepEqual(
      (await api.get(path)).body,
      { data: [], pagination: { nextCursor: null, hasMore: false } },
      operationId,
    )
  }
})

test('ignores the case of the authorization scheme', async () => {
  const { status } = await app.anonymous.get('/workspace', { authorization: `bEARER ${acme.key}` })
  assert.equal(status, 200)
})

test('serves openapi.json whatever the credential', async () => {
  for (const authorization of ['', 'Bearer junk', credentials['a revoked key']!]) {
    assert.equal((await app.anonymous.get('/openapi.json', { authorization })).status, 200)
  }
})
