import { listPublicBoards } from '../../boards/public.ts'
import { listLatestEntries } from '../../changelog/public/latest.ts'
import { listPublicRequests } from '../../feedback/public/list.ts'
import { legalLinks } from '../../platform/legal-links.ts'
import type { PortalContext } from '../http/context.ts'
import type { PortalResponse } from '../http/response.ts'
import { createAccent } from '../views/accent.ts'
import { excerptOf } from '../views/excerpt.ts'
import { requireReadAccess } from './access.ts'
import { updatesBox } from './consent.ts'
import { presentRequest } from './present-request.ts'

// Enough for a small panel; the portal shows the rest.
const maxRequests = 20
const maxEntries = 10

/** Returns everything the widget shows in one response, since every page view of the embedding site requests it. */
export async function getWidgetOverview(context: PortalContext): Promise<PortalResponse> {
  requireReadAccess(context)
  const { workspace, viewer, portalUrl } = context
  const { requests: hasRequests, changelog: hasChangelog } = workspace.sections
  const [boards, requests, entries, updates] = await Promise.all([
    hasRequests ? listPublicBoards(context.scope) : [],
    hasRequests ? topRequests(context) : [],
    hasChangelog ? listLatestEntries(context.scope, maxEntries) : [],
    updatesBox(context),
  ])
  const body = {
    workspace: { name: workspace.name },
    address: portalUrl,
    links: legalLinks(workspace.legal),
    accent: workspace.accentColor === null ? null : createAccent(workspace.accentColor),
    customer: viewer && { name: viewer.name, email: viewer.email },
    updates,
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

async function topRequests(context: PortalContext) {
  const { scope, viewer, deps } = context
  const filter = { sort: 'trending' as const, stage: 'open' as const, boardId: null, search: '', limit: maxRequests }
  const reader = { customerId: viewer?.customerId ?? null, signer: deps.cursorSigner }
  const { data } = await listPublicRequests(scope, filter, reader)
  return data.map((request) => presentRequest(context, request))
}
