import { announceQueue, deliverQueue } from './announcements/queues.ts'
import { housekeepingQueue } from './housekeeping/queue.ts'
import type { Database } from './platform/db/database.ts'
import { createJobs, type Jobs } from './platform/jobs/jobs.ts'
import type { Log } from './platform/log.ts'

/** Every kind of job, one line each. `worker.ts` says who carries it out. */
export const queues = [announceQueue, deliverQueue, housekeepingQueue]

/** Jobs for a process that adds some and carries none out. */
export const jobsOf = (database: Database, log: Log): Jobs =>
  createJobs({ target: database.target, log, queues, isWorker: false })
