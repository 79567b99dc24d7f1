import { listPublicBoards } from '../../boards/public.ts'
import { listLatestEntries } from '../../changelog/public/latest.ts'
import { listPublicRequests } from '../../feedback/public/list.ts'
import type { PortalContext } from '../http/context.ts'
import type { PortalResponse } from '../http/response.ts'
import { excerptOf } from '../requests/components.ts'
import { createAccent } from '../views/accent.ts'
import { requireReadAccess } from './access.ts'

// What a small panel shows; the portal has the rest.
const maxRequests = 20
const maxEntries = 5

/** All that the widget shows, in one answer: each page that embeds it asks for it once. */
export async function getWidgetOverview(visit: PortalContext): Promise<PortalResponse> {
  requireReadAccess(visit)
  const { workspace, viewer, portalUrl: address } = visit
  const { requests: hasRequests, changelog: hasChangelog } = workspace.sections
  const [boards, requests, entries] = await Promise.all([
    hasRequests ? listPublicBoards(visit.scope) : [],
    hasRequests ? topRequests(visit) : [],
    hasChangelog ? listLatestEntries(visit.scope, maxEntries) : [],
  ])
  const body = {
    workspace: { name: workspace.name },
    address,
    accent: workspace.accentColor === null ? null : createAccent(workspace.accentColor),
    customer: viewer && { name: viewer.name, email: viewer.email },
    sections: { requests: hasRequests, changelog: hasChangelog },
    boards: boards.filter(({ acceptsRequests }) => acceptsRequests).map(({ id, name }) => ({ id, name })),
    requests,
    entries: entries.map(({ beginning, ...entry }) => ({ ...entry, excerpt: excerptOf(beginning) })),
  }
  return {
    kind: 'text',
    type: 'application/json',
    body: JSON.stringify({ data: body }),
    isCacheable: viewer === null,
  }
}

async function topRequests({ scope, viewer, services: portal }: PortalContext) {
  const filter = { sort: 'trending' as const, stage: null, boardId: null, search: '', limit: maxRequests }
  const reader = { customerId: viewer?.customerId ?? null, signer: portal.cursorSigner }
  const { data: page } = await listPublicRequests(scope, filter, reader)
  return page.map(({ id, title, stage, votes, isVoted }) => ({ id, title, stage, votes, isVoted }))
}
