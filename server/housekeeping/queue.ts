import type { Queue } from '../platform/jobs/jobs.ts'

/** Removes what nobody needs any more, once an hour. */
export const housekeepingQueue: Queue<object> = {
  name: 'housekeeping',
  retries: 3,
  retryDelaySeconds: 60,
  cron: '23 * * * *',
}
