import { redirect } from 'react-router'
import { loads } from '#server/console/page.ts'
import { Failure } from '../frame/failure.tsx'
import { home } from '../words/home.ts'

/** Where `/console` leads: to the workspace that one was in last. */
export const loader = loads.person(async ({ visitor: { memberships, lastWorkspaceId } }) => {
  const last = memberships.find(({ workspaceId }) => workspaceId === lastWorkspaceId) ?? memberships[0]
  if (last !== undefined) throw redirect(`/w/${last.slug}`)
  return null
})

export default function NoWorkspace() {
  return <Failure {...home.noWorkspace} />
}
