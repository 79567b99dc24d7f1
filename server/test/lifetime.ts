type Cleanup = () => unknown

const cleanups: Record<'file' | 'shard', Cleanup[]> = { file: [], shard: [] }

/**
 * Runs a function when the current test file has ended. Unlike `after` of node:test, it does so wherever it is called:
 * inside a test, `after` runs at the end of that test.
 */
export const afterFile = (cleanup: Cleanup): void => void cleanups.file.push(cleanup)

/** Runs a function when the process ends, after its last test file. For shared resources, such as the browser. */
export const afterShard = (cleanup: Cleanup): void => void cleanups.shard.push(cleanup)

/** Runs the registered functions, the latest first. */
export async function runCleanups(level: keyof typeof cleanups): Promise<void> {
  for (const cleanup of cleanups[level].splice(0).reverse()) await cleanup()
}
