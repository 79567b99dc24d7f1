import { redirect } from 'react-router'
import { csvResponse } from '#server/console/csv-response.ts'
import { getCursorSigner } from '#server/console/cursor-signer.ts'
import { actionFor, loaderFor } from '#server/console/handlers.ts'
import { requireId } from '#server/console/require-id.ts'
import { getFeedback } from '#server/feedback/queries.ts'
import { exportVoters, recordVoterExport } from '#server/votes/export.ts'

export { clientAction } from '../../offline-action.ts'

/** Downloads the voters of a request as CSV. A POST, because it writes an audit event. */
export const action = actionFor.memberDownload({
  export: async ({ scope, write, params, form, deps, membership, now }) => {
    const { id } = await getFeedback(scope, requireId(params))
    const search = form.text('find').slice(0, 200).trim() || undefined
    await write(async (tx) => recordVoterExport(tx, id))
    const lines = exportVoters(scope, id, search, getCursorSigner(deps))
    return csvResponse(lines, `votes-${membership.slug}-${now.slice(0, 10)}.csv`)
  },
})

/** Redirects a bookmarked address to the list. */
export const loader = loaderFor.member(async ({ home, params }) => {
  throw redirect(`${home}/requests/${requireId(params)}/voters`)
})
