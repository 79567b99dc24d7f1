import type { Queue } from '../platform/jobs/jobs.ts'
import type { WriteScope } from '../platform/scope.ts'

/** Fans out the announcement of an entry that was published for the first time. */
export const announceQueue: Queue<{ workspaceId: string; entryId: string }> = {
  name: 'announce',
  retries: 20,
  retryDelaySeconds: 2,
}

/** What a delivery is about: an announced entry or a digest. */
export type DeliverySource = { entryId: string } | { digestId: string }

/** A range of the deliveries of a source, by customer id: `after` is exclusive, `through` inclusive. */
export type DeliverJob = DeliverySource & {
  workspaceId: string
  after: string
  through: string
  /** The number of ranges of the source before this one. */
  page: number
}

/** Requeues announcements and digests that have lost their jobs, every five minutes. */
export const requeueQueue: Queue<object> = {
  name: 'requeue-mail',
  retries: 2,
  retryDelaySeconds: 30,
  cron: '*/5 * * * *',
}

/**
 * Sends a range of deliveries. A new job retries deferred messages; a retry of this job means that Heed itself failed.
 */
export const deliverQueue: Queue<DeliverJob> = { name: 'deliver', retries: 20, retryDelaySeconds: 2 }

/**
 * Enqueues the delivery of a range. First ranges have priority over later ones, so that a workspace with few customers
 * does not wait for one with many.
 */
export const enqueueDelivery = (tx: WriteScope, job: DeliverJob, startAfter?: string): Promise<void> =>
  tx.enqueue(deliverQueue, job, { priority: -job.page, ...(startAfter !== undefined && { startAfter }) })

export interface SubscribeJob {
  workspaceId: string
  /** Job data contains no address in plain text. */
  encryptedEmail: string
  requestedAt: string
}

/** Sends an email that asks to confirm a subscription. */
export const subscribeQueue: Queue<SubscribeJob> = {
  name: 'subscribe',
  retries: 10,
  retryDelaySeconds: 5,
  deleteAfterSeconds: 3_600,
}
