import { redirect } from 'react-router'
import { loaderFor } from '#server/console/handlers.ts'
import { findRequestWorkspaceId } from '#server/console/request-workspace.ts'
import { isUuid } from '#server/platform/ids.ts'
import { notFound } from '#server/platform/problems.ts'

/** Redirects a URL without a workspace, as linked from tracker issues, to the request in its workspace. */
export const loader = loaderFor.user(async ({ deps, user: { memberships }, params }) => {
  const id = params.id ?? ''
  const ids = memberships.map(({ workspaceId }) => workspaceId)
  const workspaceId = isUuid(id) ? await findRequestWorkspaceId(deps.database.db, ids, id) : null
  const membership = memberships.find((other) => other.workspaceId === workspaceId)
  if (membership === undefined) throw notFound()
  throw redirect(`/w/${membership.slug}/requests/${id}`)
})
