// GitHub asks its clients for few requests at a time.
const maxConcurrency = 4

/** Does it for each item, four at a time. @throws the first failure, when nothing is under way any more */
export async function mapConcurrently<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const waiting = [...items.entries()]
  const failures: unknown[] = []
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined && failures.length === 0; next = waiting.shift()) {
      const [index, item] = next
      try {
        results[index] = await work(item)
      } catch (error) {
        failures.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: maxConcurrency }, lane))
  if (failures.length > 0) throw failures[0]
  return results
}
