import type { Queue } from '../platform/jobs/jobs.ts'
import type { WriteScope } from '../platform/scope.ts'

/** An entry was published for the first time: write down who is to hear. */
export const announceQueue: Queue<{ workspaceId: string; entryId: string }> = {
  name: 'announce',
  retries: 20,
  retryDelaySeconds: 2,
}

/** What messages are about: an entry that was published, or a bundle of news of a request. */
export type DeliverySource = { entryId: string } | { digestId: string }

/** Those who are to hear of a subject, from one customer's id to another's: the first exclusive, the last inclusive. */
export type DeliverJob = DeliverySource & {
  workspaceId: string
  after: string
  through: string
  /** How many ranges of the subject come before this one. */
  page: number
}

/** Looks after announcements that have lost their jobs, now and then. */
export const requeueQueue: Queue<object> = {
  name: 'requeue-mail',
  retries: 2,
  retryDelaySeconds: 30,
  cron: '*/5 * * * *',
}

/** Write to them. What a mail server puts off is tried again by another job; a retry of this one means a fault here. */
export const deliverQueue: Queue<DeliverJob> = { name: 'deliver', retries: 20, retryDelaySeconds: 2 }

/**
 * Has a range written to. The first ranges of all runs go before the later ones of a long run, so that a workspace with
 * few customers does not wait for one with many.
 */
export const enqueueDelivery = (tx: WriteScope, job: DeliverJob, startAfter?: string): Promise<void> =>
  tx.enqueue(deliverQueue, job, { priority: -job.page, ...(startAfter !== undefined && { startAfter }) })

export interface SubscribeJob {
  workspaceId: string
  /** The address, which only its worker opens. */
  sealed: string
  askedAt: string
}

/** Somebody wants to hear of entries, and is asked whether it was them. */
export const subscribeQueue: Queue<SubscribeJob> = {
  name: 'subscribe',
  retries: 10,
  retryDelaySeconds: 5,
  deleteAfterSeconds: 3_600,
}
