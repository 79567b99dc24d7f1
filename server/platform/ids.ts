import { randomUUIDv7 } from 'node:crypto'

/** A new UUIDv7 (RFC 9562): sorts by creation time, so that new rows land at the end of their index. */
export const newId = (): string => randomUUIDv7()

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const isUuid = (text: string): boolean => uuid.test(text)
