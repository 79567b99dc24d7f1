import type { Queue } from '../platform/jobs/jobs.ts'

const retentionSeconds = 7 * 24 * 3_600

/** Looks for workspaces where it is Monday morning. */
export const scheduleDigestsQueue: Queue<object> = {
  name: 'weekly-digest-schedule',
  retries: 0,
  retryDelaySeconds: 30,
  // Members do not notice a delay of a few minutes.
  cron: '*/5 * * * *',
  deleteAfterSeconds: retentionSeconds,
}

/** Sends the digest of a week to one member. */
export interface WeeklyDigestJob {
  workspaceId: string
  memberId: string
  /** The Monday on which it is sent. */
  monday: string
}

export const weeklyDigestQueue: Queue<WeeklyDigestJob> = {
  name: 'weekly-digest',
  retries: 8,
  retryDelaySeconds: 60,
  deleteAfterSeconds: retentionSeconds,
}
