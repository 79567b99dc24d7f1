import type { Count } from './rate-limiter.ts'

interface Window {
  consumed: number
  /** Epoch milliseconds. */
  endsAt: number
}

/**
 * Counts requests in fixed windows in the memory of this process. Unlike the stores of rate-limiter-flexible, it
 * returns values without promises and has no timer for each id, which together cost as much as the rest of the rate
 * limiting.
 */
export class MemoryWindows {
  readonly #durationMs: number
  /** In order of expiry, because all windows have the same length. */
  readonly #windows = new Map<string, Window>()

  constructor(durationSeconds: number) {
    this.#durationMs = durationSeconds * 1_000
  }

  /** The number of ids in memory. */
  get size(): number {
    return this.#windows.size
  }

  /** Counts one request. */
  consume(id: string): Count {
    const now = Date.now()
    let window = this.#windows.get(id)
    if (window === undefined || window.endsAt <= now) {
      this.#removeEnded(now)
      window = { consumed: 0, endsAt: now + this.#durationMs }
      this.#windows.set(id, window)
    }
    window.consumed += 1
    return { consumed: window.consumed, msToReset: window.endsAt - now }
  }

  /** Uncounts one request. */
  giveBack(id: string): void {
    const window = this.#windows.get(id)
    if (window !== undefined && window.endsAt > Date.now()) window.consumed -= 1
  }

  #removeEnded(now: number): void {
    for (const [id, { endsAt }] of this.#windows) {
      if (endsAt > now) return
      this.#windows.delete(id)
    }
  }
}
