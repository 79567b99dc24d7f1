import type { FastifyError, FastifyInstance } from 'fastify'
import { readFileBody, readFileName, streamBodies } from '../files/http.ts'
import { describeArchive } from '../imports/archive/describe.ts'
import { createDraft } from '../imports/console/draft.ts'
import { receiveFile, removeFolder, storedArchive } from '../imports/console/folder.ts'
import { loadPreview } from '../imports/console/preview.ts'
import { importsCan } from '../imports/permissions.ts'
import { permit } from '../platform/authorization.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { newId } from '../platform/ids.ts'
import { notFound, Problem } from '../platform/problems.ts'
import { findScope } from './files.ts'
import { consolePageMessages as messages } from './messages/pages.ts'
import type { ConsoleDeps } from './request-context.ts'

/** Registers uploads of files to import, which are streamed like other files. The caller has checked the origin. */
export function registerConsoleImports(parent: FastifyInstance, deps: ConsoleDeps): void {
  parent.register(async (app) => {
    streamBodies(app)
    app.setErrorHandler((error: FastifyError | Problem, request, reply) => {
      const status = error instanceof Problem ? error.status : 500
      if (status === 500) deps.log.error({ err: error, requestId: request.id }, 'the upload of an import failed')
      // The rest of the body is not read.
      reply.header('connection', 'close')
      return reply.code(status).send({ message: status === 500 ? messages.uploadFailed : error.message })
    })
    app.post<{ Params: { workspace: string; id: string } }>('/console/w/:workspace/imports', async (request, reply) => {
      const scope = await findScope(deps, request)
      if (scope === null) throw notFound()
      permit(importsCan(scope.actor).run)
      const { dataDir } = deps.settings
      const id = newId()
      const name = readFileName(request)
      try {
        await receiveFile(dataDir, id, readFileBody(request), name)
        // Refuses a file whose contents do not match its name.
        const archive = await storedArchive(dataDir, id)
        if (archive !== null) await describeArchive(archive)
        const source = archive !== null ? 'heed' : (await loadPreview(dataDir, id, null, {}))!.source
        const { db: _, ...rest } = scope
        await inTransaction(deps.database.pool, (tx) =>
          createDraft({ ...rest, ...tx, enqueue: deps.jobs.enqueueIn(tx.db) }, { id, source, name }),
        )
      } catch (error) {
        // Nothing refers to the file.
        await removeFolder(dataDir, id)
        throw error
      }
      return reply.send({ url: `/console/w/${request.params.workspace}/settings/import/${id}` })
    })
  })
}
