import { rm, writeFile } from 'node:fs/promises'
import type { Log } from '../platform/log.ts'
import type { RunningWorker } from '../worker.ts'

const intervalMs = 5_000

/**
 * Writes a file every five seconds while the worker polls for work, so that a health check can judge the worker by the age
 * of the file. Deletes the file when it is stopped.
 * @throws if the file cannot be written
 */
export async function startHeartbeat(
  path: string,
  worker: Pick<RunningWorker, 'findStalled'>,
  log: Log,
): Promise<{ stop(): Promise<void> }> {
  let wasStalled = false
  const beat = async () => {
    const stalled = worker.findStalled()
    const isStalled = stalled.length > 0
    if (isStalled && !wasStalled) log.warn({ stalled }, 'some work is not being polled, so no heartbeat is written')
    wasStalled = isStalled
    if (!isStalled) await writeFile(path, `${process.pid}\n`)
  }
  await beat()
  let beating = Promise.resolve()
  const timer = setInterval(() => {
    beating = beat().catch((error) => log.warn({ err: error }, 'cannot write the heartbeat file'))
  }, intervalMs)
  return {
    async stop() {
      clearInterval(timer)
      await beating
      await rm(path, { force: true })
    },
  }
}
