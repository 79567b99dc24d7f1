export interface Slots {
  run<T>(task: () => Promise<T>): Promise<T>
  /** Whether another task would be rejected. */
  isFull(): boolean
}

/**
 * Runs at most `count` tasks at a time, the others in the order of their arrival.
 * @param maxWaiting how many may wait; `run` rejects others with `tooMany`
 */
export function createSlots(count: number, maxWaiting: number, tooMany: () => Error): Slots {
  let free = count
  const waiting: (() => void)[] = []
  const isFull = () => free === 0 && waiting.length >= maxWaiting
  return {
    isFull,
    async run(task) {
      if (isFull()) throw tooMany()
      if (free > 0) free -= 1
      else await new Promise<void>((resolve) => waiting.push(resolve))
      try {
        return await task()
      } finally {
        const next = waiting.shift()
        if (next === undefined) free += 1
        else next()
      }
    },
  }
}
