import { TextEncoderStream as Encoder, ReadableStream as Stream } from 'node:stream/web'
import { redirect } from 'react-router'
import { actionFor, loaderFor } from '#server/console/handlers.ts'
import { exportCustomers, recordExport } from '#server/customers/export.ts'

export { clientAction } from '../offline-action.ts'

/** Downloads all customers as CSV. A POST, because it writes an audit event. */
export const action = actionFor.member({
  export: async ({ scope, write, membership, now }) => {
    await write(async (tx) => recordExport(tx))
    const lines = Stream.from(exportCustomers(scope)).pipeThrough(new Encoder())
    const name = `customers-${membership.slug}-${now.slice(0, 10)}.csv`
    return new Response(lines as ReadableStream, {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'private, no-store',
      },
    })
  },
})

/** Redirects a bookmarked address to the list. */
export const loader = loaderFor.member(async ({ home }) => {
  throw redirect(`${home}/customers`)
})
