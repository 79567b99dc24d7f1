// GitHub asks clients to make few concurrent requests.
const maxConcurrency = 4

/** Runs `work` for each item, four at a time. @throws the first error, after all running work has ended. */
export async function mapConcurrently<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const waiting = [...items.entries()]
  const failures: unknown[] = []
  const runWorker = async () => {
    for (let next = waiting.shift(); next !== undefined && failures.length === 0; next = waiting.shift()) {
      const [index, item] = next
      try {
        results[index] = await work(item)
      } catch (error) {
        // Thrown after the other workers have ended, so that none is left running.
        failures.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: maxConcurrency }, runWorker))
  if (failures.length > 0) throw failures[0]
  return results
}
