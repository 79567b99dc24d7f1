import { randomUUIDv7 } from 'node:crypto'

/** The first 48 bits of the last id, its time in milliseconds, and the 12 bits after its version. */
let lastTime = ''
let counter = 0

const maxCounter = 0xfff

/**
 * Returns a new UUIDv7 (RFC 9562) that sorts after all earlier ids of this process, so that new rows land at the end of
 * their index, and rows of the same millisecond are listed in the order of their creation. The 12 bits after the version
 * count the ids of a millisecond (section 6.2, method 1), from a random number that leaves room for 2,048.
 */
export function newId(): string {
  const id = randomUUIDv7()
  const time = id.slice(0, 13)
  if (time > lastTime) {
    lastTime = time
    counter = Number.parseInt(id.slice(15, 18), 16) >> 1
  } else if (counter < maxCounter) counter += 1
  else {
    // The time in the id may run ahead of the clock.
    lastTime = millisecondAfter(lastTime)
    counter = 0
  }
  return `${lastTime}-7${counter.toString(16).padStart(3, '0')}${id.slice(18)}`
}

function millisecondAfter(time: string): string {
  const digits = (Number.parseInt(time.replace('-', ''), 16) + 1).toString(16).padStart(12, '0')
  return `${digits.slice(0, 8)}-${digits.slice(8)}`
}

/** The nil UUID (RFC 9562, section 5.9): no row has it, and every id sorts after it. */
export const nilUuid = '00000000-0000-0000-0000-000000000000'

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const isUuid = (text: string): boolean => uuidPattern.test(text)
