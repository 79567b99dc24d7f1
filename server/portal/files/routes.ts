import { findPublicFile, type PortalReading } from '../../files/find-readable.ts'
import { respondWithFile } from '../../files/respond.ts'
import { isUuid } from '../../platform/ids.ts'
import { notFound } from '../../platform/problems.ts'
import type { PortalContext } from '../http/context.ts'
import type { PortalResponse } from '../http/response.ts'
import { get, type PortalRoute } from '../http/route.ts'

/** Uploaded files. Even a private portal shows some to everyone: its logo, and images in mail (findPublicFile). */
export const fileRoutes: PortalRoute[] = [get('/files/:id/:name', { isSignInOptional: true }, sendFile)]

async function sendFile(context: PortalContext): Promise<PortalResponse> {
  const { deps, params, scope } = context
  const file = isUuid(params.id!) ? await findPublicFile(scope, params.id!, readingOf(context)) : null
  if (file === null) throw notFound()
  // On a private portal, most files depend on the reader.
  const isShared = file.isPublic && context.workspace.access === 'public'
  const response = await respondWithFile(
    deps.files.store,
    { ...file, workspaceId: scope.workspaceId, isShared },
    context,
  )
  if (response === null) throw notFound()
  return { kind: 'file', ...response }
}

const readingOf = ({ workspace: { access, sections }, viewer }: PortalContext): PortalReading => ({
  mayOpen: access === 'public' || viewer !== null,
  showsRequests: sections.requests,
  showsChangelog: sections.changelog,
})
