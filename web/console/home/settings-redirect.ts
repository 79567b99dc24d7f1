import { redirect } from 'react-router'
import { loaderFor } from '#server/console/handlers.ts'

/** An address without a workspace, as the API gives it (`guidance`): that of the workspace one was in last. */
export const loader = loaderFor.user(async ({ user: { memberships, lastWorkspaceId }, params }) => {
  const last = memberships.find(({ workspaceId }) => workspaceId === lastWorkspaceId) ?? memberships[0]
  throw redirect(last === undefined ? '/' : `/w/${last.slug}/settings/${params['*'] ?? ''}`)
})
