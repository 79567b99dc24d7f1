import type { Queue } from '../../platform/jobs/jobs.ts'

/** Fans out a digest. */
export const digestQueue: Queue<{ workspaceId: string; digestId: string }> = {
  name: 'digest',
  retries: 20,
  retryDelaySeconds: 2,
}
