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
export const followQueue: Queue<LinkJob> = { name: 'tracker-follow', retries: 8, retryDelaySeconds: 5, keptSeconds }

/** Look at the issues of a connection that have not been looked at for a while, and for those that got lost. */
export const lookQueue: Queue<{ workspaceId: string; connectionId: string }> = {
  name: 'tracker-look',
  retries: 2,
  retryDelaySeconds: 60,
  keptSeconds,
}

/** Which connections are due for a look. */
export const roundQueue: Queue<object> = {
  name: 'tracker-round',
  retries: 1,
  retryDelaySeconds: 30,
  cron: '*/5 * * * *',
  keptSeconds,
}
