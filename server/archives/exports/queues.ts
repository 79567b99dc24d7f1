import type { Queue } from '../../platform/jobs/jobs.ts'

/** Writes the archive of an export. */
export interface ExportJob {
  workspaceId: string
  exportId: string
}

export const exportQueue: Queue<ExportJob> = {
  name: 'export',
  retries: 3,
  retryDelaySeconds: 30,
  // An export reads one snapshot, so another worker cannot continue it.
  expiresAfterSeconds: 6 * 3_600,
  deleteAfterSeconds: 7 * 24 * 3_600,
}
