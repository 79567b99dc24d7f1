import type { Count, WindowOptions, Windows } from './windows.ts'

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
export class MemoryWindows implements Windows {
  readonly #points: number
  readonly #durationMs: number
  /** In order of expiry, because all windows have the same length. */
  readonly #windows = new Map<string, Window>()

  constructor({ points, seconds }: Pick<WindowOptions, 'points' | 'seconds'>) {
    this.#points = points
    this.#durationMs = seconds * 1_000
  }

  /** The number of ids in memory. */
  get size(): number {
    return this.#windows.size
  }

  consume(id: string): Count {
    const now = Date.now()
    let window = this.#find(id, now)
    if (window === undefined) {
      this.#removeEnded(now)
      window = { consumed: 0, endsAt: now + this.#durationMs }
      this.#windows.set(id, window)
    }
    window.consumed += 1
    return { consumed: window.consumed, msToReset: window.endsAt - now }
  }

  find(id: string): Count | null {
    const now = Date.now()
    const window = this.#find(id, now)
    return window === undefined ? null : { consumed: window.consumed, msToReset: window.endsAt - now }
  }

  giveBack(id: string, maxMsToReset?: number): void {
    const now = Date.now()
    const window = this.#find(id, now)
    if (window === undefined || window.consumed === 0) return
    if (maxMsToReset === undefined) window.consumed -= 1
    else if (window.endsAt - now <= maxMsToReset) window.consumed = Math.min(window.consumed, this.#points) - 1
  }

  reset(id: string): void {
    this.#windows.delete(id)
  }

  #find(id: string, now: number): Window | undefined {
    const window = this.#windows.get(id)
    return window !== undefined && window.endsAt > now ? window : undefined
  }

  #removeEnded(now: number): void {
    for (const [id, { endsAt }] of this.#windows) {
      if (endsAt > now) return
      this.#windows.delete(id)
    }
  }
}
