import assert from 'node:assert/strict'
import { networkInterfaces } from 'node:os'
import { test } from 'node:test'
import { TestClient } from '../clients/api-client.ts'
import { createWorkspaceWithKey } from '../support/run-command.ts'
import { assertErrorResponse, openRawConnection, rawRequest } from './raw-connection.ts'
import { newMigratedDataDir, startInstance, type TestInstance } from './test-instance.ts'

// Runs no worker, which would process what this test counts as due.
const open = await startInstance({ dataDir: await newMigratedDataDir(), env: { ROLE: 'web' } })
const guarded = await startInstance({
  dataDir: await newMigratedDataDir(),
  env: { METRICS_TOKEN: 'for the collector' },
})
const { key } = await createWorkspaceWithKey(open, 'acme')
const api = new TestClient(open.origin, key)

const metricsOf = async ({ origin }: TestInstance) => (await fetch(`${origin}/metrics`)).text()

/** Returns the value of a sample by its name and labels as written. */
const sample = (text: string, name: string): number | undefined => {
  const line = text.split('\n').find((each) => each.startsWith(`${name} `))
  return line === undefined ? undefined : Number(line.slice(name.length + 1))
}

test('serves metrics in the Prometheus text format, each with help and type', async () => {
  const response = await fetch(`${open.origin}/metrics`)
  assert.match(response.headers.get('content-type')!, /^text\/plain; version=0\.0\.4/)
  const lines = (await response.text()).trimEnd().split('\n').filter(Boolean)
  const described = new Set(lines.filter((line) => line.startsWith('# TYPE ')).map((line) => line.split(' ')[2]!))
  for (const line of lines.filter((each) => !each.startsWith('#'))) {
    const [, name = ''] =
      /^([a-z0-9_]+)(?:\{(?:[a-z_]+="[^"]*",?)+\})? (?:-?[\d.e+-]+|[+-]Inf|NaN)$/i.exec(line) ?? assert.fail(line)
    assert.ok(name.startsWith('heed_') && described.has(name.replace(/_(bucket|sum|count)$/, '')), line)
  }
})

test('counts requests and latencies by method, route and status, never by URL', async () => {
  const { id } = await api.create('/feedback', { title: 'Counted' })
  for (let count = 0; count < 3; count++) await api.get(`/feedback/${id}?`)
  await api.get('/feedback?search=embarrassing')
  await api.get('/feedback/unknown')
  await api.post('/feedback', {})
  await new TestClient(open.origin, 'nobody').get('/feedback')
  await fetch(`${open.origin}/private-path`)

  const of = (method: string, route: string, status: number) =>
    `heed_http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`
  const expected = {
    [of('GET', '/api/v1/feedback/:id', 200)]: 3,
    [of('GET', '/api/v1/feedback/:id', 404)]: 1,
    [of('GET', '/api/v1/feedback', 200)]: 1,
    [of('GET', '/api/v1/feedback', 401)]: 1,
    [of('POST', '/api/v1/feedback', 201)]: 1,
    [of('POST', '/api/v1/feedback', 400)]: 1,
    [of('GET', '(none)', 404)]: 1,
  }
  const text = await metricsOf(open)
  for (const [name, count] of Object.entries(expected)) assert.equal(sample(text, name), count, name)
  assert.match(
    text,
    /heed_http_request_duration_seconds_bucket\{le="0\.05",method="GET",route="\/api\/v1\/feedback\/:id"/,
  )
  for (const secret of [id, 'embarrassing', 'private-path', key]) assert.ok(!text.includes(secret), secret)
})

test('measures the pool, the event loop, memory and due announcements', async () => {
  for (const title of ['One', 'Two']) {
    const { id } = await api.create('/changelog', { title })
    await api.create(`/changelog/${id}/publish`)
    await api.create(`/changelog/${id}/publish`)
  }
  await api.create('/changelog', { title: 'A draft' })
  const text = await metricsOf(open)
  assert.equal(sample(text, 'heed_announcements_due'), 2)
  assert.ok(sample(text, 'heed_database_connections{state="idle"}')! >= 1)
  for (const state of ['busy', 'waiting']) {
    assert.equal(typeof sample(text, `heed_database_connections{state="${state}"}`), 'number')
  }
  for (const name of ['heed_nodejs_eventloop_lag_seconds', 'heed_process_resident_memory_bytes']) {
    assert.ok(sample(text, name)! >= 0, name)
  }
})

for (const header of ['X-Forwarded-For', 'Forwarded']) {
  test(`denies metrics through a proxy without a token (${header})`, async () => {
    const connection = await openRawConnection(open.origin)
    await connection.write(rawRequest('GET /metrics', { [header]: 'for=203.0.113.7' }))
    assertErrorResponse(await connection.nextResponse(), 403, 'forbidden')
  })
}

test('denies metrics to other machines without a token', async (t) => {
  const address = Object.values(networkInterfaces())
    .flat()
    .find((each) => each && !each.internal && each.family === 'IPv4')?.address
  if (!address) return t.skip('this machine has no address but its own')
  const instance = await startInstance({ dataDir: await newMigratedDataDir(), env: { HOST: '0.0.0.0' } })
  const { port } = new URL(instance.origin)
  assert.equal((await fetch(`http://${address}:${port}/healthz`)).status, 200)
  assert.equal((await fetch(`http://${address}:${port}/metrics`)).status, 403)
  assert.equal((await fetch(`http://127.0.0.1:${port}/metrics`)).status, 200)
})

test('serves metrics only with the token if METRICS_TOKEN is set', async () => {
  const statusWith = async (headers: Record<string, string>) =>
    (await fetch(`${guarded.origin}/metrics`, { headers })).status
  assert.equal(await statusWith({ authorization: 'Bearer for the collector' }), 200)
  assert.equal(await statusWith({ authorization: 'Bearer for the collector', 'x-forwarded-for': '203.0.113.7' }), 200)
  assert.equal(await statusWith({}), 403)
  assert.equal(await statusWith({ authorization: 'Bearer for the collectoR' }), 403)
  assert.equal(await statusWith({ authorization: 'Bearer for the collector, too' }), 403)
})
