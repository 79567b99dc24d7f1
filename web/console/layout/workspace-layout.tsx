import './layout.css'
import { Outlet } from 'react-router'
import { loaderFor } from '#server/console/handlers.ts'
import { countPendingRequests } from '#server/console/pending-count.ts'
import { countUnread } from '#server/inbox/queries.ts'
import { getPortalUrls } from '#server/portal/workspace-urls.ts'
import { listSavedViews } from '#server/saved-views/queries.ts'
import { workspaceCan } from '#server/workspaces/permissions.ts'
import { DraftScopeContext } from '../../ui/forms/drafts/draft-context.ts'
import { CommandPaletteProvider } from '../command-palette/provider.tsx'
import { layoutMessages } from '../messages/layout.ts'
import { FocusTitleOnNavigation, LoadingBar, NavigationAnnouncer } from './page-transitions.tsx'
import { Sidebar } from './sidebar.tsx'

/** Loads what the layout of every workspace page shows. */
export const loader = loaderFor.member(async ({ scope, deps, membership, user }) => {
  const [pendingCount, unreadCount, views, { portal: portalUrl }] = await Promise.all([
    countPendingRequests(scope),
    countUnread(scope),
    listSavedViews(scope),
    getPortalUrls(scope, deps.settings.publicUrl),
    rememberWorkspace(),
  ])
  return {
    workspace: { slug: membership.slug, name: membership.name, logoUrl: membership.logoUrl },
    workspaces: user.memberships.map(({ slug, name, logoUrl }) => ({ slug, name, logoUrl })),
    me: { name: user.account.name, email: user.account.email },
    /** Whose drafts the browser stores: the membership, so the person in this workspace. */
    draftScope: membership.memberId,
    pendingCount,
    unreadCount,
    /** The saved views of the request list. */
    views,
    portalUrl,
    can: { seeSettings: workspaceCan(scope.actor).seeSettings },
  }

  async function rememberWorkspace(): Promise<void> {
    if (user.lastWorkspaceId === membership.workspaceId) return
    await deps.accounts.rememberWorkspace(user.account.id, membership.workspaceId)
  }
})

export type WorkspaceLayoutData = Awaited<ReturnType<typeof loader>>

export default function WorkspaceLayout({ loaderData }: { loaderData: WorkspaceLayoutData }) {
  return (
    <CommandPaletteProvider frame={loaderData}>
      <div className="flex min-h-dvh max-md:flex-col">
        <a href="#content" className="skip-link">
          {layoutMessages.skipToContent}
        </a>
        <LoadingBar />
        <Sidebar {...loaderData} />
        <main id="content" className="min-w-0 flex-1 outline-none" tabIndex={-1}>
          <DraftScopeContext value={loaderData.draftScope}>
            <Outlet />
          </DraftScopeContext>
        </main>
        <NavigationAnnouncer />
        <FocusTitleOnNavigation />
      </div>
    </CommandPaletteProvider>
  )
}
