import assert from 'node:assert/strict'
import { test } from 'node:test'
import { generateApiKey } from '../api-keys/format.ts'
import { TestClient } from '../test/clients/api-client.ts'
import { createTestApp } from '../test/test-app.ts'
import { isDistributedRun } from '../test/test-database.ts'
import { logTo } from './log.ts'

const lines: string[] = []
const app = await createTestApp({ log: logTo({ write: (line) => void lines.push(line) }, 'trace') })
const acme = await app.workspace()
const stolen = generateApiKey()
const submitter = { email: "ada.o'hara+x@mail.example.com", name: 'Ada' }

/** Returns the log lines of one request. */
async function logOf(requestId: string) {
  // The server writes the last line after it has sent the response, so it may come after the client's next step.
  while (!lines.some((line) => line.includes(requestId) && JSON.parse(line).msg === 'request')) {
    await new Promise(setImmediate)
  }
  return lines.map((line) => JSON.parse(line)).filter((line) => line.requestId === requestId)
}

const id = (name: string) => ({ 'x-request-id': name })

// The database rejects these rows with messages that repeat their values.
for (const statement of [
  `create function explode() returns trigger language plpgsql as
    $$ begin raise exception 'cannot store % for %', new.title, new.description; end $$`,
  "create trigger explode before insert on feedback for each row when (new.title like 'explode%') execute function explode()",
  "alter table customers add constraint nobody_called_zoe check (name <> 'Zoe')",
])
  await app.database.pool.query(statement)

test('logs a request in one line with its id, method, route, status, workspace and key id', async () => {
  const { status } = await acme.api.get('/feedback?search=secret', id('listed'))
  assert.equal(status, 200)
  const [line, ...more] = await logOf('listed')
  assert.deepEqual(more, [])
  assert.deepEqual([line.method, line.route, line.status], ['GET', '/api/v1/feedback', 200])
  assert.equal(line.workspaceId, acme.id)
  assert.match(line.keyId, /^[0-9a-f-]{36}$/)
  assert.doesNotMatch(JSON.stringify(line), /secret/)
})

test('logs the details of a 500 under its request id and keeps them out of the response', async () => {
  const body = { title: `explode ${stolen}`, description: submitter.email }
  const { status, body: answer } = await acme.api.post('/feedback', body, id('exploded'))
  assert.deepEqual([status, answer.error.code, answer.error.requestId], [500, 'internal_error', 'exploded'])
  assert.doesNotMatch(answer.error.message, /cannot store|explode/)
  const failure = (await logOf('exploded')).find(({ level }) => level === 50)
  assert.match(failure.err.message, /^cannot store explode \[redacted\] for/)
})

test('logs a constraint violation without the row in its detail', async () => {
  const { status } = await acme.api.post(
    '/feedback',
    { title: 'x', submitter: { ...submitter, name: 'Zoe' } },
    id('zoe'),
  )
  assert.equal(status, 500)
  const failure = (await logOf('zoe')).find(({ level }) => level === 50)
  // Citus forwards the errors of other nodes without these fields, but the message contains them.
  if (isDistributedRun())
    assert.match(
      failure.err.message,
      /^new row for relation "customers_\d+" violates check constraint "nobody_called_zoe_\d+"$/,
    )
  else assert.deepEqual([failure.err.constraint, failure.err.table], ['nobody_called_zoe', 'customers'])
  assert.doesNotMatch(JSON.stringify(failure), /Zoe/)
})

test('never logs an API key or an email address, wherever a request carries it', async () => {
  const { api, key } = acme
  const email = submitter.email
  const { id: feedback } = await api.create('/feedback', { title: email, description: key, submitter })
  await api.post(`/feedback/${feedback}/comments`, { body: `${key} ${email}`, submitter })
  await api.get(`/feedback?search=${encodeURIComponent(email)}&cursor=${key}`)
  await api.get(`/feedback/${email}`)
  await api.get(`/${key}/${email}`)
  await api.post('/feedback', { [email]: key, title: '' })
  await api.send('POST', '/feedback', { raw: `{"${key}": ${email}`, headers: { 'content-type': 'application/json' } })
  await api.post('/feedback', { title: 'x' }, { 'x-service-agent': email, 'idempotency-key': key })
  await api.get('/feedback', { 'x-request-id': email })
  await new TestClient(app.origin, stolen).get('/feedback')
  await api.post('/feedback', { title: `explode ${key}`, description: email }, id('last'))
  await logOf('last')
  assert.ok(lines.length > 15)
  for (const line of lines) assert.doesNotMatch(line, /heed_sk_|@|example\.com/)
})
