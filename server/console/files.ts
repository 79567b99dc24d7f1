import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { UploadsBusy } from '../files/errors.ts'
import { findTeamFile } from '../files/find-readable.ts'
import { readFileBody, readFileName, readUploadKey, streamBodies } from '../files/http.ts'
import { respondWithFile } from '../files/respond.ts'
import { uploadFile } from '../files/upload.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { sendNotFoundPage } from '../platform/http/pages/html-page.ts'
import { isUuid } from '../platform/ids.ts'
import { notFound, Problem, problem } from '../platform/problems.ts'
import type { Scope } from '../platform/scope.ts'
import { consolePageMessages as messages } from './messages/pages.ts'
import type { ConsoleDeps } from './request-context.ts'

interface Params {
  workspace: string
  id: string
}

/**
 * Uploads and files of the team. They are plain routes beside the pages, because the router reads a body whole. The
 * caller has checked the origin of POST requests.
 */
export function registerConsoleFiles(parent: FastifyInstance, deps: ConsoleDeps): void {
  parent.get<{ Params: Params }>('/console/w/:workspace/files/:id/:name', async (request, reply) => {
    const scope = await findScope(deps, request)
    const { id } = request.params
    const file = scope !== null && isUuid(id) ? await findTeamFile(scope, id) : null
    const response =
      file &&
      (await respondWithFile(
        deps.files.store,
        { ...file, workspaceId: scope!.workspaceId, isShared: false },
        { method: request.method, header: (name) => [request.headers[name]].flat()[0] ?? null },
      ))
    if (response === null) return sendNotFoundPage(reply)
    return reply.code(response.status).headers(response.headers).send(response.body)
  })

  parent.register(async (app) => {
    streamBodies(app)
    app.setErrorHandler((error: FastifyError | Problem, request, reply) => {
      if (error instanceof UploadsBusy) {
        const busy = reply.headers({ ...error.headers, connection: 'close' }).code(error.statusCode)
        return busy.send({ message: error.message })
      }
      const status = error instanceof Problem ? error.status : 500
      if (status === 500) deps.log.error({ err: error, requestId: request.id }, 'upload failed')
      // The rest of the body stays unread.
      reply.header('connection', 'close')
      return reply.code(status).send({ message: status === 500 ? messages.uploadFailed : error.message })
    })
    app.post<{ Params: Params }>('/console/w/:workspace/files', async (request, reply) => {
      const scope = await findScope(deps, request)
      if (scope === null) throw notFound()
      const { database, jobs } = deps
      const { db: _, ...rest } = scope
      const uploaded = await uploadFile(deps.files, {
        ...scope,
        body: readFileBody(request),
        name: readFileName(request),
        key: readUploadKey(request),
        write: (work) => inTransaction(database.pool, (tx) => work({ ...rest, ...tx, enqueue: jobs.enqueueIn(tx.db) })),
      })
      return reply.send({ ...uploaded, url: `/console/w/${request.params.workspace}${uploaded.path}` })
    })
  })
}

/** Returns the scope of a signed-in member; null if the workspace is not theirs. @throws 401 if nobody is signed in */
export async function findScope(deps: ConsoleDeps, request: FastifyRequest<{ Params: Params }>): Promise<Scope | null> {
  const user = await deps.accounts.readCurrentUser(new Headers({ cookie: request.headers.cookie ?? '' }))
  if (user === null && request.method === 'POST') throw problem('unauthorized', messages.signedOut)
  const membership = user?.memberships.find(({ slug }) => slug === request.params.workspace)
  if (membership === undefined) return null
  return {
    db: deps.database.db,
    workspaceId: membership.workspaceId,
    actor: { type: 'member', id: membership.memberId, role: membership.role },
    agent: null,
    requestId: request.id,
    now: deps.clock(),
  }
}
