import type { Queue } from '../../platform/jobs/jobs.ts'

/** News of a request are to be told: write down who is to hear. */
export const digestQueue: Queue<{ workspaceId: string; digestId: string }> = {
  name: 'digest',
  retries: 20,
  retryDelaySeconds: 2,
}
