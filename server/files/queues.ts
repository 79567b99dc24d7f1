import type { Queue } from '../platform/jobs/jobs.ts'

/** Removes files from the store once a minute. */
export const fileRemovalQueue: Queue<object> = {
  name: 'file-removals',
  retries: 0,
  retryDelaySeconds: 60,
  deleteAfterSeconds: 3_600,
  cron: '* * * * *',
}
