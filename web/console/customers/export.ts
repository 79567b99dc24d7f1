import { redirect } from 'react-router'
import { csvResponse } from '#server/console/csv-response.ts'
import { getCursorSigner } from '#server/console/cursor-signer.ts'
import { actionFor, loaderFor } from '#server/console/handlers.ts'
import { exportCustomers, recordExport } from '#server/customers/export.ts'
import { parseCustomerListQuery } from './list/list-query.ts'

export { clientAction } from '../offline-action.ts'

/** Downloads the customers of a filtered list as CSV. A POST, because it writes an audit event. */
export const action = actionFor.memberDownload({
  export: async ({ scope, write, form, deps, membership, now }) => {
    const query = parseCustomerListQuery(new URLSearchParams(form.text('query')))
    await write(async (tx) => recordExport(tx))
    const lines = exportCustomers(scope, query, getCursorSigner(deps))
    return csvResponse(lines, `customers-${membership.slug}-${now.slice(0, 10)}.csv`)
  },
})

/** Redirects a bookmarked address to the list. */
export const loader = loaderFor.member(async ({ home }) => {
  throw redirect(`${home}/customers`)
})
