import './layout.css'
import { Outlet } from 'react-router'
import { loads } from '#server/console/handlers.ts'
import { waitingCount } from '#server/console/pending-count.ts'
import { isAdministrator } from '#server/members/roles.ts'
import { portalLinks } from '#server/portal/workspace-urls.ts'
import { PaletteHost } from '../command-palette/provider.tsx'
import { frame } from '../messages/layout.ts'
import { Arrival, FocusOnArrival, LoadingBar } from './page-transitions.tsx'
import { Rail } from './sidebar.tsx'

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
