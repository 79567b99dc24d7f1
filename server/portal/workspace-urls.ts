import type { Scope } from '../platform/scope.ts'
import { buildPortalUrl } from './urls.ts'

/** Where the team finds what the public sees. */
export interface PortalUrls {
  portal: string
  /** What the address of each request begins with, with a slash at its end; null while the portal shows none. */
  requests: string | null
  /** The same of entries. */
  changelog: string | null
}

/** The addresses of a workspace's portal as they are now. */
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
