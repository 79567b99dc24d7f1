import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { after } from 'node:test'

/** A DNS server on loopback that answers TXT questions (RFC 1035). Stops after the test file. */
export interface TestDns {
  /** Its address with the port, as in `DNS_SERVERS`. */
  server: string
  /** The TXT records by name. A name that is missing does not exist. */
  records: Map<string, string[]>
  /** Whether it answers every question with SERVFAIL. */
  isBroken: boolean
  /** The names that were asked for. */
  questions: string[]
}

export async function startDnsServer(): Promise<TestDns> {
  const socket = createSocket('udp4')
  const dns: TestDns = { server: '', records: new Map(), isBroken: false, questions: [] }
  socket.on('message', (query, { port, address }) => socket.send(answerTo(dns, query), port, address))
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  dns.server = `127.0.0.1:${socket.address().port}`
  after(() => socket.close())
  return dns
}

const headerBytes = 12
const responseFlags = 0x8180
const [serverFailure, nameError] = [2, 3]
const [typeTxt, classIn] = [16, 1]
// Refers to the name of the question, which follows the header (RFC 1035, section 4.1.4).
const namePointer = 0xc000 + headerBytes

function answerTo({ records, isBroken, questions }: TestDns, query: Buffer): Buffer {
  const { name, end } = readName(query)
  questions.push(name)
  const values = records.get(name.toLowerCase())
  const code = isBroken ? serverFailure : values === undefined ? nameError : 0
  const answers = code === 0 ? values! : []
  const header = Buffer.alloc(headerBytes)
  header.writeUInt16BE(query.readUInt16BE(0), 0)
  header.writeUInt16BE(responseFlags | code, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(answers.length, 6)
  // The question ends with its type and class.
  return Buffer.concat([header, query.subarray(headerBytes, end + 4), ...answers.map(txtRecord)])
}

function readName(query: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let at = headerBytes
  while (query[at] !== 0) {
    const length = query[at]!
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.'), end: at + 1 }
}

function txtRecord(value: string): Buffer {
  // Two parts, which readers join.
  const parts = [value.slice(0, 5), value.slice(5)].map((part) =>
    Buffer.concat([Buffer.of(part.length), Buffer.from(part)]),
  )
  const data = Buffer.concat(parts)
  const head = Buffer.alloc(12)
  head.writeUInt16BE(namePointer, 0)
  head.writeUInt16BE(typeTxt, 2)
  head.writeUInt16BE(classIn, 4)
  head.writeUInt32BE(60, 6)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}
