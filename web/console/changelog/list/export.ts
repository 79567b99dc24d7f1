import { redirect } from 'react-router'
import { exportEntries, recordEntryExport } from '#server/changelog/console/export.ts'
import { entryTabs } from '#server/changelog/console/list.ts'
import { csvResponse } from '#server/console/csv-response.ts'
import { getCursorSigner } from '#server/console/cursor-signer.ts'
import { actionFor, loaderFor } from '#server/console/handlers.ts'

export { clientAction } from '../../offline-action.ts'

/** Downloads the entries of a tab as CSV. A POST, because it writes an audit event. */
export const action = actionFor.member({
  export: async ({ scope, write, form, deps, membership, now }) => {
    const tab = entryTabs.find((each) => each === form.text('state')) ?? 'published'
    await write(async (tx) => recordEntryExport(tx))
    const lines = exportEntries(scope, tab, getCursorSigner(deps))
    return csvResponse(lines, `changelog-${tab}-${membership.slug}-${now.slice(0, 10)}.csv`)
  },
})

/** Redirects a bookmarked address to the list. */
export const loader = loaderFor.member(async ({ home }) => {
  throw redirect(`${home}/changelog`)
})
