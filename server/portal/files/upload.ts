import type { FastifyInstance, FastifyRequest } from 'fastify'
import { assertNotBlocked } from '../../customers/blocking/assert-not-blocked.ts'
import { readFileBody, readFileName, readUploadKey, streamBodies } from '../../files/http.ts'
import { uploadFile } from '../../files/upload.ts'
import { isSameOrigin } from '../../platform/http/request/same-origin.ts'
import { problem } from '../../platform/problems.ts'
import type { PortalContext } from '../http/context.ts'
import type { PortalHandlerDeps } from '../http/deps.ts'
import { CrossOriginError } from '../http/errors.ts'
import { commonMessages } from '../messages/common.ts'

/**
 * Uploads by customers who are signed in, for their requests and comments. Not in the list of routes, whose bodies are
 * read whole.
 */
export function registerPortalUploads(
  parent: FastifyInstance,
  deps: PortalHandlerDeps,
  loadContext: (request: FastifyRequest) => Promise<PortalContext>,
): void {
  parent.register(async (app) => {
    streamBodies(app)
    app.route({
      method: 'POST',
      url: '/p/:slug/files',
      onRequest: async (request) => {
        // Errors are for the script.
        request.headers.accept = 'application/json'
        if (!isSameOrigin(request, deps.settings.publicUrl)) throw new CrossOriginError()
      },
      handler: async (request, reply) => {
        const context = await loadContext(request)
        // The rest of a rejected body stays unread.
        reply.header('connection', 'close')
        return reply.send(await upload(context, request))
      },
    })
  })
}

async function upload(context: PortalContext, request: FastifyRequest) {
  const { base, deps, scope, viewer, workspace } = context
  if (viewer === null || !workspace.sections.requests) throw problem('unauthorized', commonMessages.uploadSignIn)
  await deps.rateLimits.consume('upload', context, viewer.customerId)
  const uploaded = await uploadFile(deps.files, {
    ...scope,
    body: readFileBody(request),
    name: readFileName(request),
    key: readUploadKey(request),
    write: (work) =>
      context.write(async (tx) => {
        await assertNotBlocked(tx, viewer.customerId)
        return work(tx)
      }),
  })
  return { ...uploaded, url: `${base}${uploaded.path}` }
}
