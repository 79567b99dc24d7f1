import type { Queue } from '../platform/jobs/jobs.ts'

export interface ImportJob {
  workspaceId: string
  importId: string
  task: 'check' | 'run' | 'undo'
}

/**
 * Works on one import for a few minutes, and is added again until the import is done (work.ts). An archive is imported
 * by a single job, which can take hours for a large archive on a small machine.
 */
export const importQueue: Queue<ImportJob> = {
  name: 'import',
  retries: 5,
  retryDelaySeconds: 5,
  expiresAfterSeconds: 6 * 3_600,
}
