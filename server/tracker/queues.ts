import type { Queue } from '../platform/jobs/jobs.ts'

interface LinkJob {
  workspaceId: string
  linkId: string
}

// There are many, and what they have done shows in the links.
const keptSeconds = 24 * 3_600

/** An issue has been created: put the backlink beside it. */
export const attachQueue: Queue<LinkJob> = { name: 'tracker-attach', retries: 12, retryDelaySeconds: 5 }

/** The tracker has told that an issue changed: look at it, and follow. */
export const syncQueue: Queue<LinkJob> = {
  name: 'tracker-sync',
  retries: 8,
  retryDelaySeconds: 5,
  deleteAfterSeconds: keptSeconds,
}

/** Look at the issues of a connection that have not been looked at for a while, and for those that got lost. */
export const pollQueue: Queue<{ workspaceId: string; connectionId: string }> = {
  name: 'tracker-poll',
  retries: 2,
  retryDelaySeconds: 60,
  deleteAfterSeconds: keptSeconds,
}

/** Which connections are due for a look. */
export const schedulePollsQueue: Queue<object> = {
  name: 'tracker-schedule-polls',
  retries: 1,
  retryDelaySeconds: 30,
  cron: '*/5 * * * *',
  deleteAfterSeconds: keptSeconds,
}
