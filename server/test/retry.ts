import type { FileResult } from './shards.ts'

/** More failed files than this point to a fault of the product or the machine, so none of them runs again. */
const maxRetriedFiles = 3

interface Retried {
  results: FileResult[]
  /** The first results of the files that failed and then passed. */
  flaky: FileResult[]
}

/**
 * Runs the failed files once more, one after another, and replaces their results (ADR 0060).
 * @param run runs one file, by name, in a process of its own. A process that does not exit adds a second result.
 */
export async function retryFailedFiles(
  first: FileResult[],
  run: (name: string) => Promise<FileResult[]>,
): Promise<Retried> {
  const failed = first.filter((result) => result.failed > 0)
  // A result without a file name is a process that did not exit, which a second run could not explain.
  const canRetry = failed.length <= maxRetriedFiles && failed.every(({ name }) => name.endsWith('.test.ts'))
  if (!canRetry) return { results: first, flaky: [] }
  const passed = first.filter((result) => !failed.includes(result))
  const flaky: FileResult[] = []
  const retries: FileResult[] = []
  for (const result of failed) {
    const again = await run(result.name)
    retries.push(...again)
    if (again.every((retry) => retry.failed === 0)) flaky.push(result)
  }
  return { results: [...passed, ...retries], flaky }
}
