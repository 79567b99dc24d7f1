import { TextEncoderStream as Encoder, ReadableStream as Stream } from 'node:stream/web'
import { redirect } from 'react-router'
import { getCursorSigner } from '#server/console/cursor-signer.ts'
import { actionFor, loaderFor } from '#server/console/handlers.ts'
import { exportRequests, recordRequestExport } from '#server/feedback/console/export.ts'
import { loadFilter } from './load-filter.ts'

export { clientAction } from '../../offline-action.ts'

/** Downloads the requests of a filtered list as CSV. A POST, because it writes an audit event. */
export const action = actionFor.member({
  export: async ({ scope, write, form, deps, membership, zone, now }) => {
    const { query } = await loadFilter(scope, new URLSearchParams(form.text('query')), { zone, now })
    await write(async (tx) => recordRequestExport(tx))
    const lines = Stream.from(exportRequests(scope, query, getCursorSigner(deps))).pipeThrough(new Encoder())
    return new Response(lines as ReadableStream, {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="requests-${membership.slug}-${now.slice(0, 10)}.csv"`,
        'cache-control': 'private, no-store',
      },
    })
  },
})

/** Redirects a bookmarked address to the list. */
export const loader = loaderFor.member(async ({ home, url }) => {
  throw redirect(`${home}/requests${url.search}`)
})
