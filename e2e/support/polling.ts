import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'

// As long as a page waits for an element (browser.ts).
const timeoutMs = 20_000

/**
 * Waits until a read gives a value, and fails with what it gave last. For what no locator describes, such as the order of
 * a list; a read that does not wait may come before the page has changed.
 */
export async function waitForValue<T>(read: () => Promise<T>, expected: T): Promise<void> {
  const end = Date.now() + timeoutMs
  let value = await read()
  while (!isDeepStrictEqual(value, expected) && Date.now() < end) {
    await sleep(50)
    value = await read()
  }
  assert.deepEqual(value, expected)
}
