import type { Queue } from '../platform/jobs/jobs.ts'

/** An entry was published for the first time: write down who is to hear. */
export const announceQueue: Queue<{ workspaceId: string; entryId: string }> = {
  name: 'announce',
  retries: 20,
  retryDelaySeconds: 2,
}

/** Those who are to hear of an entry, from one customer's id to another's: the first exclusive, the last inclusive. */
export interface DeliverJob {
  workspaceId: string
  entryId: string
  after: string
  through: string
}

/** Write to them. What a mail server puts off is tried again by another job; a retry of this one means a fault here. */
export const deliverQueue: Queue<DeliverJob> = { name: 'deliver', retries: 20, retryDelaySeconds: 2 }
