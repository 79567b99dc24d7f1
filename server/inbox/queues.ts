import type { Queue } from '../platform/jobs/jobs.ts'

export interface MemberMailJob {
  workspaceId: string
  mailId: string
}

/** Sends one message to a member. A new job retries a deferred message; a retry means that Heed itself failed. */
export const memberMailQueue: Queue<MemberMailJob> = {
  name: 'member-mail',
  retries: 20,
  retryDelaySeconds: 2,
  deleteAfterSeconds: 7 * 24 * 3_600,
}
