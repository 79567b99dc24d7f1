import type { Queue } from '../platform/jobs/jobs.ts'

/** Deletes expired rows once an hour. */
export const housekeepingQueue: Queue<object> = {
  name: 'housekeeping',
  retries: 3,
  retryDelaySeconds: 60,
  cron: '23 * * * *',
}
