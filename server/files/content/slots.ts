/** Runs at most `count` tasks at a time, the others in the order of their arrival. */
export function createSlots(count: number): { run<T>(task: () => Promise<T>): Promise<T> } {
  let free = count
  const waiting: (() => void)[] = []
  return {
    async run(task) {
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
