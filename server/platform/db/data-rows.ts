import { EventEmitter } from 'node:events'
import pg from 'pg'
import { BatchingSocket } from './batching-socket.ts'
import type { ByteText } from './byte-text.ts'
import { type SyncingConnection, sendMissingSync } from './shared-sync.ts'
import { Statement } from './statement.ts'

/** Values in PostgreSQL's text format, which pg converts with a function for each type. */
export type TextRow = (string | null)[]

// PostgreSQL documentation, Message Formats: a type of one byte, then a length that includes itself.
const headerBytes = 5
const dataRowType = 0x44
const nullLength = -1

/**
 * A row as PostgreSQL sent it, which each statement decodes in its own way. pg would decode every value when the row
 * arrives.
 */
export class DataRow {
  readonly name = 'dataRow'
  readonly #bytes: Buffer
  readonly #start: number
  readonly #end: number

  constructor(bytes: Buffer, start: number, end: number) {
    this.#bytes = bytes
    this.#start = start
    this.#end = end
  }

  /** The values, also for pg's own queries. */
  get fields(): TextRow {
    const bytes = this.#bytes
    let offset = this.#start + 2
    const values: TextRow = []
    for (let count = bytes.readInt16BE(this.#start); count > 0; count--) {
      const length = bytes.readInt32BE(offset)
      offset += 4
      values.push(length === nullLength ? null : bytes.toString('utf8', offset, offset + length))
      if (length > 0) offset += length
    }
    return values
  }

  /** The values as bytes. They are substrings of one string, so each value keeps the whole row in memory. */
  get byteFields(): (ByteText | null)[] {
    const bytes = this.#bytes
    const start = this.#start
    const row = bytes.toString('latin1', start, this.#end)
    let offset = 2
    const values: (ByteText | null)[] = []
    for (let count = bytes.readInt16BE(start); count > 0; count--) {
      const length = bytes.readInt32BE(start + offset)
      offset += 4
      values.push(length === nullLength ? null : (row.slice(offset, offset + length) as ByteText))
      if (length > 0) offset += length
    }
    return values
  }
}

/** Splits PostgreSQL's stream into rows and other messages. Passes the other messages on in groups. */
class MessageDivider {
  readonly #passRow: (row: DataRow) => void
  readonly #passOthers: (bytes: Buffer) => void
  /** The parts of an incomplete message. */
  #parts: Buffer[] = []
  #received = 0
  #needed = 0

  constructor(passRow: (row: DataRow) => void, passOthers: (bytes: Buffer) => void) {
    this.#passRow = passRow
    this.#passOthers = passOthers
  }

  divide(chunk: Buffer): void {
    if (this.#received === 0) {
      this.#divideFrom(chunk)
      return
    }
    this.#parts.push(chunk)
    this.#received += chunk.length
    if (this.#received < this.#needed) return
    const bytes = Buffer.concat(this.#parts)
    this.#parts = []
    this.#received = 0
    this.#divideFrom(bytes)
  }

  #divideFrom(bytes: Buffer): void {
    let offset = 0
    let passed = 0
    let needed = headerBytes
    while (offset + headerBytes <= bytes.length) {
      const end = offset + 1 + bytes.readUInt32BE(offset + 1)
      if (end > bytes.length) {
        needed = end - offset
        break
      }
      if (bytes[offset] === dataRowType) {
        if (passed < offset) this.#passOthers(bytes.subarray(passed, offset))
        this.#passRow(new DataRow(bytes, offset + headerBytes, end))
        passed = end
      }
      offset = end
    }
    if (passed < offset) this.#passOthers(bytes.subarray(passed, offset))
    if (offset === bytes.length) return
    this.#parts = [bytes.subarray(offset)]
    this.#received = bytes.length - offset
    this.#needed = needed
  }
}

/** The parts of pg's connection that receive messages. */
interface ReceivingConnection extends SyncingConnection {
  /** See `Connection` in statement.ts. */
  isPooled: boolean
  attachListeners(stream: EventEmitter): void
}

/** A client that leaves the decoding of rows to the statements that read them. */
export class RowClient extends pg.Client {
  constructor(config?: pg.ClientConfig & { isPooled?: boolean }) {
    super(config)
    const { connection } = this as unknown as { connection: ReceivingConnection }
    connection.isPooled = config?.isPooled ?? false
    if (connection.stream instanceof BatchingSocket) {
      connection.stream.beforeUncork = () => sendMissingSync(connection)
    }
    const attachListeners = connection.attachListeners.bind(connection)
    connection.attachListeners = (stream) => {
      const others = new EventEmitter()
      attachListeners(others)
      const divider = new MessageDivider(
        (row) => connection.emit('dataRow', row),
        (bytes) => others.emit('data', bytes),
      )
      stream.on('data', (chunk: Buffer) => divider.divide(chunk))
      stream.on('end', () => others.emit('end'))
    }
    const query = this.query.bind(this) as (...given: unknown[]) => unknown
    // Statements take care of this themselves.
    this.query = (...given: unknown[]): never => {
      if (!(given[0] instanceof Statement)) sendMissingSync(connection)
      return query(...given) as never
    }
  }
}
