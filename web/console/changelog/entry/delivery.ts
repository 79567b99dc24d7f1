import { deliveryReport } from '#server/notifications/announcements/delivery-report.ts'
import { requireEntry } from '#server/changelog/queries.ts'
import { loads } from '#server/console/handlers.ts'
import { entryIdOf } from '../entry-id.ts'

/** How the announcement goes, asked for again while it runs. */
export const loader = loads.member(async ({ scope, params, deps }) => {
  const id = entryIdOf(params)
  const [report] = await Promise.all([
    deliveryReport(scope, id, { isMailConfigured: deps.settings.smtpUrl !== null }),
    requireEntry(scope, id),
  ])
  return { report }
})
