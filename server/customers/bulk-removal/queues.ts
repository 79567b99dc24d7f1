import type { Queue } from '../../platform/jobs/jobs.ts'
import type { Actor } from '../../platform/scope.ts'

/** A batch of customers to remove with everything they wrote, for the team member who asked for it. */
export interface RemoveCustomersJob {
  workspaceId: string
  ids: string[]
  actor: Actor
  requestId: string | null
}

// A removal can wait for a request that is being sent to the tracker, which takes a minute at most.
export const removeCustomersQueue: Queue<RemoveCustomersJob> = {
  name: 'remove-customers',
  retries: 5,
  retryDelaySeconds: 60,
}
