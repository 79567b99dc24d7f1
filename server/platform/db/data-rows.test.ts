import assert from 'node:assert/strict'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { TLSSocket } from 'node:tls'
import { sql } from 'kysely'
import { createSelfSignedCertificate } from '../../test/support/self-signed-certificate.ts'
import { createTestApp } from '../../test/test-app.ts'
import { createLog } from '../log.ts'
import { type Database, type DatabaseTarget, openDatabase } from './database.ts'
import { prepared, preparedForBytes } from './prepared.ts'
import { directTarget } from './sessions/sessions.ts'

const { database } = await createTestApp()
// A single connection, so that results follow each other on it.
const target = directTarget(database.target)
const single = openDatabase(target, { size: 1, log: createLog('silent') })
after(single.close)

interface Values {
  sizes: number[]
}

// Each row has texts of this many characters, of one to four bytes each, with what JSON escapes, and no text.
const pattern = 'a"\\\n\u0001é\u2028😀'
const composeRows = (_db: Database['db'], { sizes }: Values) =>
  sql<{ size: number; text: string; nothing: string | null; rest: string }>`
    select size, repeat(${pattern}, size) as text, null::text as nothing, '' as rest
    from unnest(${sizes}::int[]) with ordinality as t (size, place) order by place`

const toCompilable = (db: Database['db'], values: Values) => {
  const rows = composeRows(db, values)
  return { compile: () => rows.compile(db) }
}
const selectTexts = prepared(toCompilable)
const selectBytes = preparedForBytes(toCompilable)

// A read ends after 65,536 bytes: within a text, within the length of a row and between rows.
const sizes = [0, 1, 3, 4_000, ...Array.from({ length: 700 }, (_, index) => index % 200), 40_000, 2, 5_000, 5_000, 0]
const expected = sizes.map((size) => ({ size, text: pattern.repeat(size), nothing: null, rest: '' }))

async function assertRows({ db }: Database): Promise<void> {
  const results = await Promise.all([
    selectTexts(db, { sizes }),
    selectBytes(db, { sizes }),
    selectTexts(db, { sizes: [7] }),
    selectBytes(db, { sizes: [] }),
  ])
  assert.deepEqual(results[0], expected)
  const decoded = results[1].map((row) => ({ ...row, text: Buffer.from(row.text, 'latin1').toString() }))
  assert.deepEqual(decoded, expected)
  assert.deepEqual(results[2], [{ size: 7, text: pattern.repeat(7), nothing: null, rest: '' }])
  assert.deepEqual(results[3], [])
}

test('reads rows that arrive in parts, as texts and as bytes', async () => {
  // The first execution describes the statement; later ones use the description.
  await assertRows(single)
  await assertRows(single)
})

test('keeps the rows of concurrent connections apart', async () => {
  await Promise.all(Array.from({ length: 8 }, () => assertRows(database)))
})

test('reads rows with a statement of pg', async () => {
  const { rows } = await single.pool.query(
    "select n, repeat('é', n) as text, null as nothing, '\\x00ff'::bytea as bytes from generate_series(0, 40000, 20000) n",
  )
  const row = (n: number) => ({ n, text: 'é'.repeat(n), nothing: null, bytes: Buffer.from([0, 255]) })
  assert.deepEqual(rows, [row(0), row(20_000), row(40_000)])
})

test('reads rows over TLS', async () => {
  const secured = await startTlsProxy(target)
  try {
    await assertRows(secured.database)
    await assertRows(secured.database)
  } finally {
    await secured.close()
  }
})

/** Starts a server that speaks TLS, as PostgreSQL does after an SSLRequest, and passes everything on to the database. */
async function startTlsProxy(target: DatabaseTarget) {
  const credentials = createSelfSignedCertificate()
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.write('S')
      const secure = new TLSSocket(socket, { isServer: true, ...credentials })
      const upstream = connectTo(target)
      for (const each of [secure, upstream]) each.on('error', () => {})
      secure.pipe(upstream).pipe(secure)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL('url' in target ? target.url : `postgres://heed@127.0.0.1/${target.database ?? 'heed'}`)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  url.searchParams.set('sslmode', 'no-verify')
  const secured = openDatabase({ url: url.href }, { size: 1, log: createLog('silent') })
  return {
    database: secured,
    async close() {
      await secured.close()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function connectTo(target: DatabaseTarget) {
  if (!('url' in target)) return connect(join(target.socketDir, '.s.PGSQL.5432'))
  const { hostname, port } = new URL(target.url)
  return connect(Number(port || 5432), hostname)
}
