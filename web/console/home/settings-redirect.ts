import { redirect } from 'react-router'
import { loaderFor } from '#server/console/handlers.ts'

/** Redirects a URL without a workspace, as the API returns it in `guidance`, to the workspace used last. */
export const loader = loaderFor.user(async ({ user: { memberships, lastWorkspaceId }, params }) => {
  const last = memberships.find(({ workspaceId }) => workspaceId === lastWorkspaceId) ?? memberships[0]
  throw redirect(last === undefined ? '/' : `/w/${last.slug}/settings/${params['*'] ?? ''}`)
})
