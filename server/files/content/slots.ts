export interface Slots {
  run<T>(task: () => Promise<T>): Promise<T>
  /** Whether so many tasks wait that no more should be prepared. A task that is ready may still wait. */
  isFull(): boolean
}

/**
 * Runs at most `count` tasks at a time, the others in the order of their arrival.
 * @param maxWaiting how many wait when the slots are full
 * @param maxWaitMs after which `run` rejects with `tooLate`
 */
export function createSlots(count: number, maxWaiting: number, maxWaitMs: number, tooLate: () => Error): Slots {
  let free = count
  const waiting: (() => void)[] = []
  const wait = () =>
    new Promise<void>((resolve, reject) => {
      const start = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(start), 1)
        reject(tooLate())
      }, maxWaitMs)
      waiting.push(start)
    })
  return {
    isFull: () => free === 0 && waiting.length >= maxWaiting,
    async run(task) {
      if (free > 0) free -= 1
      else await wait()
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
