type Cleanup = () => unknown
type Describe = () => Promise<string>

const cleanups: Record<'file' | 'shard', Cleanup[]> = { file: [], shard: [] }
const descriptions: Describe[] = []

/** Registers a function that describes the state after each failed test of the current file. A later call replaces it. */
export const describeAfterFailure = (describe: Describe): void => {
  if (descriptions.push(describe) === 1) afterFile(() => descriptions.splice(0))
}

/** Returns the latest description, or the error of composing it. Empty if the file registered none. */
export const describeState = async (): Promise<string> => (await descriptions.at(-1)?.().catch(String)) ?? ''

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
