import { customersCan } from '../customers/permissions.ts'
import { getDailyActivity } from '../overview/activity.ts'
import { permit } from '../platform/authorization.ts'
import { type Cell, csvLine, utf8ByteOrderMark } from '../platform/formats/csv.ts'
import type { Scope } from '../platform/scope.ts'
import { listBoardActivity } from './boards.ts'
import { listActiveCustomers } from './customers.ts'
import { startOf } from './insights.ts'
import { listFirstReplies } from './reply-times.ts'

/** The reports that can be exported, one CSV file each. */
export const insightReports = ['activity', 'replies', 'boards', 'customers'] as const
export type InsightReport = (typeof insightReports)[number]

/**
 * Writes a report as CSV, with about a thousand lines at most. Call `recordExport` before a report of customers.
 * @param zone the IANA time zone to count days in
 * @throws 403 for customers, which only owners and admins may export
 */
export async function exportInsights(
  scope: Scope,
  report: InsightReport,
  zone: string,
  weeks: number,
): Promise<string> {
  permit(report !== 'customers' || customersCan(scope.actor).export)
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
    ...(await listActiveCustomers(scope, startOf(scope.now, zone, weeks))).list.map(
      ({ id, name, email, externalId, requests, votes }) => [id, name, email, externalId, requests, votes],
    ),
  ],
}
