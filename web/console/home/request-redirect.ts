import { redirect } from 'react-router'
import { workspaceOfRequest } from '#server/console/request-workspace.ts'
import { loads } from '#server/console/handlers.ts'
import { isUuid } from '#server/platform/ids.ts'
import { notFound } from '#server/platform/problems.ts'

/** An address without a workspace, as issues in a tracker have it: the request itself says where it is. */
export const loader = loads.person(async ({ deps, visitor: { memberships }, params }) => {
  const id = params.id ?? ''
  const ids = memberships.map(({ workspaceId }) => workspaceId)
  const workspaceId = isUuid(id) ? await workspaceOfRequest(deps.database.db, ids, id) : null
  const membership = memberships.find((one) => one.workspaceId === workspaceId)
  if (membership === undefined) throw notFound()
  throw redirect(`/w/${membership.slug}/requests/${id}`)
})
