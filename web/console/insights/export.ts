import { redirect } from 'react-router'
import { actionFor, loaderFor, type MemberActionContext } from '#server/console/handlers.ts'
import { recordExport } from '#server/customers/export.ts'
import { exportInsights, type InsightReport } from '#server/insights/export.ts'
import { parseRange } from './range.ts'

export { clientAction } from '../offline-action.ts'

const download =
  (report: InsightReport) =>
  async ({ scope, write, url, zone, membership, now }: MemberActionContext) => {
    if (report === 'customers') await write(async (tx) => recordExport(tx))
    const csv = await exportInsights(scope, report, zone, parseRange(url.searchParams))
    return new Response(csv, {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="${report}-${membership.slug}-${now.slice(0, 10)}.csv"`,
        'cache-control': 'private, no-store',
      },
    })
  }

/** Downloads a report as CSV. Uses POST because the report of customers writes an audit event. */
export const action = actionFor.memberDownload({
  activity: download('activity'),
  replies: download('replies'),
  boards: download('boards'),
  customers: download('customers'),
})

/** Redirects a bookmarked address to the page. */
export const loader = loaderFor.member(async ({ home, url }) => {
  throw redirect(`${home}/insights${url.search}`)
})
