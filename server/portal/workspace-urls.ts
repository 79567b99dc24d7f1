import { buildPortalUrl } from '../platform/portal-url.ts'
import type { Scope } from '../platform/scope.ts'

/** The public URLs of a workspace, for the team. */
export interface PortalUrls {
  portal: string
  /** The prefix of each request's URL, with a final slash; null while the portal does not show requests. */
  requests: string | null
  /** The prefix of each entry's URL, with a final slash; null while the portal does not show the changelog. */
  changelog: string | null
}

/** Loads the current URLs of a workspace's portal. */
export async function getPortalUrls({ db, workspaceId }: Scope, publicUrl: string): Promise<PortalUrls> {
  const row = await db
    .selectFrom('workspaces')
    .select(['slug', 'portal_host', 'portal_shows_requests', 'portal_shows_changelog'])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  const portal = buildPortalUrl({ publicUrl, slug: row.slug, portalHost: row.portal_host })
  return {
    portal,
    requests: row.portal_shows_requests ? `${portal}/requests/` : null,
    changelog: row.portal_shows_changelog ? `${portal}/changelog/` : null,
  }
}
