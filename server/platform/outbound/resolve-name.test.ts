import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { createNameResolver } from './resolve-name.ts'

const silent = 'silent.test'

/** Starts a DNS server that ignores queries for one domain, and answers others with 192.0.2.1 and no AAAA record. */
async function startServer(): Promise<string> {
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const end = query.indexOf(0, 12)
    const type = query.readUInt16BE(end + 1)
    const name = query.subarray(12, end).toString('latin1').replaceAll(/\p{C}/gu, '.')
    if (name.endsWith(silent)) return
    const hasAnswer = type === 1 && !name.includes('absent')
    const counts = [0x8180 | (name.includes('absent') ? 3 : 0), 1, hasAnswer ? 1 : 0, 0, 0]
    const header = Buffer.from(query.subarray(0, 12))
    for (const [index, value] of counts.entries()) header.writeUInt16BE(value, 2 + 2 * index)
    const answer = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 192, 0, 2, 1])
    socket.send(Buffer.concat([header, query.subarray(12, end + 5), ...(hasAnswer ? [answer] : [])]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  after(() => socket.close())
  return `127.0.0.1:${socket.address().port}`
}

const server = await startServer()

const resolve = (name: string, asksSystem = false) =>
  new Promise<string[] | string>((done) => {
    createNameResolver({ asksSystem, servers: [server] })(name, { all: true }, (error, found) =>
      done(error ? (error as NodeJS.ErrnoException).code! : found.map(({ address }) => address)),
    )
  })

test('name servers that do not respond do not delay other names', async () => {
  let given = 0
  const slow = Array.from({ length: 20 }, async (_, index) => {
    const outcome = await resolve(`h${index}.${silent}`)
    given += 1
    return outcome
  })
  assert.deepEqual(await resolve('receiver.test'), ['192.0.2.1'])
  assert.equal(given, 0)
  assert.deepEqual(await Promise.all(slow), Array(20).fill('ETIMEOUT'))
})

test('a name that does not exist is an error, and localhost is always known', async () => {
  assert.equal(await resolve('absent.test'), 'ENOTFOUND')
  assert.ok((await resolve('localhost')).includes('127.0.0.1'))
  assert.equal(await resolve('absent.test', true), 'ENOTFOUND')
})
