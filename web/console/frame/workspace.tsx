import './frame.css'
import { Outlet } from 'react-router'
import { loads } from '#server/console/page.ts'
import { waitingCount } from '#server/console/waiting.ts'
import { isAdministrator } from '#server/members/roles.ts'
import { portalLinks } from '#server/portal/links.ts'
import { PaletteHost } from '../palette/host.tsx'
import { frame } from '../words/frame.ts'
import { Arrival, FocusOnArrival, LoadingBar } from './passage.tsx'
import { Rail } from './rail.tsx'

/** What every page of a workspace has around it. */
export const loader = loads.member(async ({ scope, deps, membership, visitor }) => {
  const [waiting, { portal }] = await Promise.all([
    waitingCount(scope),
    portalLinks(scope, deps.settings.publicUrl),
    rememberLast(),
  ])
  return {
    workspace: { slug: membership.slug, name: membership.name, logoUrl: membership.logoUrl },
    workspaces: visitor.memberships.map(({ slug, name, logoUrl }) => ({ slug, name, logoUrl })),
    me: { name: visitor.account.name, email: visitor.account.email },
    waiting,
    portal,
    can: { seeSettings: isAdministrator(scope.actor) },
  }

  async function rememberLast(): Promise<void> {
    if (visitor.lastWorkspaceId === membership.workspaceId) return
    await deps.identity.rememberWorkspace(visitor.account.id, membership.workspaceId)
  }
})

export type Frame = Awaited<ReturnType<typeof loader>>

export default function Workspace({ loaderData }: { loaderData: Frame }) {
  return (
    <PaletteHost frame={loaderData}>
      <div className="flex min-h-dvh max-md:flex-col">
        <a href="#content" className="skip-link">
          {frame.skip}
        </a>
        <LoadingBar />
        <Rail {...loaderData} />
        <main id="content" className="min-w-0 flex-1 outline-none" tabIndex={-1}>
          <Outlet />
        </main>
        <Arrival />
        <FocusOnArrival />
      </div>
    </PaletteHost>
  )
}
