import { recordExport } from '../customers/export.ts'
import { getDailyActivity } from '../overview/activity.ts'
import { type Cell, csvLine, utf8ByteOrderMark } from '../platform/formats/csv.ts'
import type { Scope, WriteScope } from '../platform/scope.ts'
import { listBoardActivity } from './boards.ts'
import { listActiveCustomers } from './customers.ts'
import { startOf } from './insights.ts'
import { listFirstReplies } from './reply-times.ts'

/** What the insights can be exported as: one file for each. */
export const insightReports = ['activity', 'replies', 'boards', 'customers'] as const
export type InsightReport = (typeof insightReports)[number]

/**
 * Writes one report as CSV, with at most a thousand lines. The export of customers is recorded in the audit log.
 * @param zone the IANA time zone to count days in
 * @throws 403 for customers, which only owners and admins may export
 */
export async function exportInsights(
  scope: WriteScope,
  report: InsightReport,
  zone: string,
  weeks: number,
): Promise<string> {
  if (report === 'customers') recordExport(scope)
  const rows = await reports[report](scope, zone, weeks)
  return utf8ByteOrderMark + rows.map(csvLine).join('')
}

const reports: Record<InsightReport, (scope: Scope, zone: string, weeks: number) => Promise<Cell[][]>> = {
  activity: async (scope, zone, weeks) => [
    ['day', 'requests', 'votes'],
    ...(await getDailyActivity(scope, zone, weeks * 7)).map(({ day, requests, votes }) => [day, requests, votes]),
  ],
  replies: async (scope, zone, weeks) => [
    ['request', 'created', 'seconds to the first reply'],
    ...(await listFirstReplies(scope, startOf(scope.now, zone, weeks))).map(({ id, createdAt, seconds }) => [
      id,
      createdAt,
      seconds,
    ]),
  ],
  boards: async (scope, zone, weeks) => [
    ['board', 'slug', 'requests'],
    ...(await listBoardActivity(scope, startOf(scope.now, zone, weeks))).map(({ name, slug, requests }) => [
      name,
      slug,
      requests,
    ]),
  ],
  customers: async (scope, zone, weeks) => [
    ['id', 'name', 'email', 'external id', 'requests', 'votes'],
    ...(await listActiveCustomers(scope, startOf(scope.now, zone, weeks))).map(
      ({ id, name, email, externalId, requests, votes }) => [id, name, email, externalId, requests, votes],
    ),
  ],
}
