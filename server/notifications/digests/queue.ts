import type { Queue } from '../../platform/jobs/jobs.ts'

/** News of a request are to be told: write down who is to hear. */
export const tellQueue: Queue<{ workspaceId: string; bundleId: string }> = {
  name: 'tell',
  retries: 20,
  retryDelaySeconds: 2,
}
