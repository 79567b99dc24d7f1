import type { Queue } from '../platform/jobs/jobs.ts'

interface LinkJob {
  workspaceId: string
  linkId: string
}

// There are many of these jobs, and their results are visible in the links.
const retentionSeconds = 24 * 3_600

/** Attaches the backlink to a new issue. */
export const attachQueue: Queue<LinkJob> = { name: 'tracker-attach', retries: 12, retryDelaySeconds: 5 }

/** Syncs one link after a webhook. */
export const syncQueue: Queue<LinkJob> = {
  name: 'tracker-sync',
  retries: 8,
  retryDelaySeconds: 5,
  deleteAfterSeconds: retentionSeconds,
}

/** Syncs the due links of a connection, and recovers links whose issue was never confirmed. */
export const pollQueue: Queue<{ workspaceId: string; connectionId: string }> = {
  name: 'tracker-poll',
  retries: 2,
  retryDelaySeconds: 60,
  deleteAfterSeconds: retentionSeconds,
}

/** Enqueues polls for the connections that are due. */
export const schedulePollsQueue: Queue<object> = {
  name: 'tracker-schedule-polls',
  retries: 1,
  retryDelaySeconds: 30,
  cron: '*/5 * * * *',
  deleteAfterSeconds: retentionSeconds,
}
