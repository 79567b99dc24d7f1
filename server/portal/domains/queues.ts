import type { Queue } from '../../platform/jobs/jobs.ts'

/** Checks the proofs of custom domains. A run only asks the DNS about domains that are due. */
export const portalDomainQueue: Queue<object> = {
  name: 'portal-domains',
  retries: 0,
  retryDelaySeconds: 60,
  cron: '*/10 * * * *',
}
