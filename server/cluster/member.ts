import cluster from 'node:cluster'

/** The place of a process among several processes of one instance. */
export interface ClusterMember {
  /** `web-1`, `web-2` and so on, or `worker`. */
  name: string
  /** The socket folder of the embedded database; null for an external one. */
  socketDir: string | null
}

export const workerName = 'worker'

/** The environment by which a child process learns its place. */
export const memberEnvironment = ({ name, socketDir }: ClusterMember): Record<string, string> => ({
  HEED_PROCESS: name,
  HEED_SOCKET_DIR: socketDir ?? '',
})

/** Returns the place of this process; null in the primary process and in one that runs alone. */
export const readMember = (env: NodeJS.ProcessEnv): ClusterMember | null =>
  cluster.isWorker && env.HEED_PROCESS ? { name: env.HEED_PROCESS, socketDir: env.HEED_SOCKET_DIR || null } : null

/** The instance was told to stop before all its processes had started. */
export class StoppedDuringStartError extends Error {}

interface FailedStart {
  type: 'heed:failed-start'
  message: string
}

/** Tells the primary process why this one cannot start, and ends it. */
export function reportFailedStart(message: string): void {
  process.send!({ type: 'heed:failed-start', message } satisfies FailedStart, () => process.exit(1))
}

/** Returns why a process could not start, from a message of its; null for any other message. */
export const failedStartOf = (message: Partial<FailedStart> | undefined): string | null =>
  message?.type === 'heed:failed-start' ? (message.message ?? '') : null
