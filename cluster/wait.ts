import { setTimeout as sleep } from 'node:timers/promises'

/** Waits until `look` returns a truthy value, and ignores errors. @throws after `seconds`, with the last error */
export async function waitFor<T>(what: string, seconds: number, look: () => Promise<T>): Promise<NonNullable<T>> {
  const deadline = Date.now() + seconds * 1_000
  let last: unknown = null
  while (Date.now() < deadline) {
    try {
      const found = await look()
      if (found) return found
      last = null
    } catch (error) {
      last = error
    }
    await sleep(100)
  }
  throw new Error(`Timed out after ${seconds} s: ${what}.`, { cause: last })
}

export const secondsBetween = (from: number, to: number): string => `${((to - from) / 1_000).toFixed(1)} s`
