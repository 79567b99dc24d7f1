import { randomUUIDv7 } from 'node:crypto'

/** Returns a new UUIDv7 (RFC 9562). It sorts by creation time, so new rows land at the end of their index. */
export const newId = (): string => randomUUIDv7()

/** The nil UUID (RFC 9562, section 5.9): no row has it, and every id sorts after it. */
export const nilUuid = '00000000-0000-0000-0000-000000000000'

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const isUuid = (text: string): boolean => uuidPattern.test(text)
