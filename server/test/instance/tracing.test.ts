import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { TestClient } from '../clients/api-client.ts'
import { createWorkspaceWithKey } from '../support/run-command.ts'
import { newMigratedDataDir, startInstance } from './test-instance.ts'

interface Attribute {
  key: string
  value: { stringValue?: string; intValue?: number | string }
}

interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: Attribute[]
  status: { code?: number }
}

interface Export {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Span[] }[] }[]
}

const serverKind = 2
const clientKind = 3
const consumerKind = 5

/** Starts a collector that speaks OTLP over HTTP with JSON, and keeps what it receives. */
async function startCollector({ status = 200 } = {}) {
  const exports: Export[] = []
  const bodies: string[] = []
  const headers: unknown[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    assert.equal(request.url, '/v1/traces')
    bodies.push(body)
    headers.push(request.headers['x-collector-key'])
    exports.push(JSON.parse(body))
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  after(() => server.close())
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    exports,
    headers,
    text: () => bodies.join('\n'),
    spans: () => exports.flatMap((each) => each.resourceSpans.flatMap((r) => r.scopeSpans.flatMap((s) => s.spans))),
  }
}

const attributesOf = (attributes: Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]))

test('sends spans of requests, statements and jobs to a collector, without values, URLs or addresses', async () => {
  const collector = await startCollector()
  const dataDir = await newMigratedDataDir()
  const { key } = await createWorkspaceWithKey({ dataDir }, 'acme')
  const instance = await startInstance({
    dataDir,
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=secret',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    },
  })
  const api = new TestClient(instance.origin, key)
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const traceparent = `00-${traceId}-00f067aa0ba902b7-01`
  const submitter = { email: 'private-person@example.com', name: 'Private Person' }
  const created = await api.post('/feedback', { title: 'A private title', submitter }, { traceparent })
  assert.equal(created.status, 201)
  await api.get('/feedback?search=private-search')
  await fetch(`${instance.origin}/unsubscribe/private-token`)
  await api.get('/feedback/unknown', { traceparent: 'not a traceparent' })
  // A scheduled job runs within a minute; this one at once.
  const entry = await api.create('/changelog', { title: 'Announced' })
  await api.create(`/changelog/${entry.id}/publish`)
  const deadline = Date.now() + 60_000
  while (!collector.spans().some(({ kind }) => kind === consumerKind)) {
    assert.ok(Date.now() < deadline, 'no span of a job arrived')
    await sleep(200)
  }
  await instance.stop()

  const spans = collector.spans()
  const request = spans.find(({ name }) => name === 'POST /api/v1/feedback')!
  assert.deepEqual([request.traceId, request.parentSpanId, request.kind], [traceId, '00f067aa0ba902b7', serverKind])
  const attributes = attributesOf(request.attributes)
  assert.equal(attributes['http.request.method'], 'POST')
  assert.equal(attributes['http.route'], '/api/v1/feedback')
  assert.equal(attributes['http.response.status_code'], 201)
  assert.equal(attributes['heed.request_id'], created.headers.get('x-request-id'))

  const statements = spans.filter((span) => span.traceId === traceId && span.kind === clientKind)
  for (const { parentSpanId } of statements) assert.equal(parentSpanId, request.spanId)
  const insert = statements
    .map(({ attributes }) => attributesOf(attributes))
    .find((each) => each['db.operation.name'] === 'INSERT')
  assert.equal(insert?.['db.system.name'], 'postgresql')
  assert.match(String(insert?.['db.query.text']), /\$1/)
  assert.ok(statements.some(({ name }) => name === 'COMMIT'))

  const job = spans.find(({ kind }) => kind === consumerKind)!
  assert.match(job.name, /^process [a-z-]+$/)
  assert.equal(attributesOf(job.attributes)['messaging.operation.type'], 'process')
  assert.ok(spans.some(({ traceId, kind }) => traceId === job.traceId && kind === clientKind))
  assert.ok(spans.some(({ name }) => name === 'GET /unsubscribe/:token'))

  const resource = attributesOf(collector.exports[0]!.resourceSpans[0]!.resource.attributes)
  assert.equal(resource['service.name'], 'heed')
  assert.equal(resource['deployment.environment.name'], 'test')
  assert.deepEqual(new Set(collector.headers), new Set(['secret']))
  for (const secret of ['private-', 'A private title', 'Private Person', key, created.body.data.id]) {
    assert.ok(!collector.text().includes(secret), secret)
  }

  const line = instance
    .stdout()
    .split('\n')
    .find((each) => each.includes('"route":"/api/v1/feedback","status":201'))
  assert.ok(line?.includes(`"trace_id":"${traceId}","span_id":"${request.spanId}"`))
})

// Writes the name of each package of OpenTelemetry that the process loads.
const reportPackages = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  import { writeSync } from 'node:fs'
  registerHooks({
    load(url, context, nextLoad) {
      const [, name] = /node_modules\\/(@opentelemetry\\/[^/]+|fastify)/.exec(url) ?? []
      if (name) writeSync(2, 'imports ' + name + '\\n')
      return nextLoad(url, context)
    },
  })`)}`

for (const [title, env] of [
  ['by default', {}],
  ['when it is disabled', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_SDK_DISABLED: 'true' }],
] as const) {
  test(`loads nothing of OpenTelemetry ${title}`, async () => {
    const dataDir = await newMigratedDataDir()
    const instance = await startInstance({ dataDir, env: { ...env, NODE_OPTIONS: `--import=${reportPackages}` } })
    assert.equal((await new TestClient(instance.origin, null).get('/feedback')).status, 401)
    const loaded = new Set(Array.from(instance.stderr().matchAll(/^imports (.+)$/gm), ([, name]) => name!))
    // Better Auth loads the interface, if it is installed, which does nothing on its own.
    loaded.delete('@opentelemetry/api')
    assert.deepEqual([...loaded], ['fastify'])
    assert.doesNotMatch(instance.stdout(), /trace_id/)
  })
}

test('works without a collector, and stops quickly', async () => {
  const dataDir = await newMigratedDataDir()
  const instance = await startInstance({ dataDir, env: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' } })
  assert.equal((await fetch(`${instance.origin}/healthz`)).status, 200)
  assert.equal((await instance.stop()).status, 0)
})

test('warns that the collector refuses the spans', async () => {
  const collector = await startCollector({ status: 401 })
  const instance = await startInstance({
    dataDir: await newMigratedDataDir(),
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
  })
  await fetch(`${instance.origin}/unsubscribe/unknown`)
  await instance.stop()
  assert.equal(collector.exports.length > 0, true)
  const warnings = instance
    .stdout()
    .split('\n')
    .filter((line) => line.includes('Spans could not be sent'))
  assert.equal(warnings.length, 1)
  assert.equal(JSON.parse(warnings[0]!).level, 40)
})

test('starts without tracing if the environment asks for another protocol', async () => {
  const collector = await startCollector()
  const instance = await startInstance({
    dataDir: await newMigratedDataDir(),
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
  })
  await fetch(`${instance.origin}/unsubscribe/unknown`)
  await instance.stop()
  assert.deepEqual(collector.exports, [])
  assert.match(instance.stdout(), /Tracing is off: OTEL_EXPORTER_OTLP_PROTOCOL is \\"grpc\\"/)
})
