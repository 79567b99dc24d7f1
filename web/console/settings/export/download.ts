import { Readable } from 'node:stream'
import { redirect } from 'react-router'
import { getDownload } from '#server/archives/exports/queries.ts'
import { recordDownload } from '#server/archives/exports/request.ts'
import { actionFor } from '#server/console/handlers.ts'
import { storageKey } from '#server/files/store/store.ts'
import { notFound } from '#server/platform/problems.ts'
import { settingsLoader } from '../settings-loader.ts'

export { clientAction } from '../../offline-action.ts'

/** Downloads the archive of an export. A POST, because it writes an audit event. */
export const action = actionFor.member({
  download: async ({ scope, write, form, deps, membership }) => {
    const { id, bytes, createdAt } = await getDownload(scope, form.id('id'))
    const contents = await deps.files.store.open(storageKey(scope.workspaceId, id))
    if (contents === null) throw notFound()
    await write(async (tx) => recordDownload(tx, id))
    return new Response(Readable.toWeb(contents) as ReadableStream, {
      headers: {
        'content-type': 'application/zip',
        'content-length': String(bytes),
        'content-disposition': `attachment; filename="${membership.slug}-${createdAt.slice(0, 10)}.heed.zip"`,
        'cache-control': 'private, no-store',
      },
    })
  },
})

/** Redirects a bookmarked address to the list. */
export const loader = settingsLoader(async ({ home }) => {
  throw redirect(`${home}/settings/export`)
})
