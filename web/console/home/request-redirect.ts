import { redirect } from 'react-router'
import { loaderFor } from '#server/console/handlers.ts'
import { findRequestWorkspaceId } from '#server/console/request-workspace.ts'
import { isUuid } from '#server/platform/ids.ts'
import { notFound } from '#server/platform/problems.ts'

/** An address without a workspace, as issues in a tracker have it: the request itself says where it is. */
export const loader = loaderFor.user(async ({ deps, user: { memberships }, params }) => {
  const id = params.id ?? ''
  const ids = memberships.map(({ workspaceId }) => workspaceId)
  const workspaceId = isUuid(id) ? await findRequestWorkspaceId(deps.database.db, ids, id) : null
  const membership = memberships.find((one) => one.workspaceId === workspaceId)
  if (membership === undefined) throw notFound()
  throw redirect(`/w/${membership.slug}/requests/${id}`)
})
