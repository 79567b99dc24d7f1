import { redirect } from 'react-router'
import { csvResponse } from '#server/console/csv-response.ts'
import { getCursorSigner } from '#server/console/cursor-signer.ts'
import { actionFor, loaderFor } from '#server/console/handlers.ts'
import { exportRequests, recordRequestExport } from '#server/feedback/console/export.ts'
import { loadFilter } from './load-filter.ts'

export { clientAction } from '../../offline-action.ts'

/** Downloads the requests of a filtered list as CSV. A POST, because it writes an audit event. */
export const action = actionFor.memberDownload({
  export: async ({ scope, write, form, deps, membership, zone, now }) => {
    const { query } = await loadFilter(scope, new URLSearchParams(form.text('query')), { zone, now })
    await write(async (tx) => recordRequestExport(tx))
    const lines = exportRequests(scope, query, getCursorSigner(deps))
    return csvResponse(lines, `requests-${membership.slug}-${now.slice(0, 10)}.csv`)
  },
})

/** Redirects a bookmarked address to the list. */
export const loader = loaderFor.member(async ({ home, url }) => {
  throw redirect(`${home}/requests${url.search}`)
})
