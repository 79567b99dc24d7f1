import { getEntryState } from '#server/changelog/queries.ts'
import { loaderFor } from '#server/console/handlers.ts'
import { requireId } from '#server/console/require-id.ts'
import { getDeliveryReport } from '#server/notifications/announcements/delivery-report.ts'

/** Loads the progress of the announcement, for polling. */
export const loader = loaderFor.member(async ({ scope, params, deps }) => {
  const id = requireId(params)
  const [report] = await Promise.all([
    getDeliveryReport(scope, id, { isMailConfigured: deps.settings.smtpUrl !== null }),
    getEntryState(scope, id),
  ])
  return { report, now: scope.now }
})
