import { publicBoards } from '../../boards/public.ts'
import { latestEntries } from '../../changelog/public/latest.ts'
import { publicPage } from '../../feedback/public/list.ts'
import { accentOf } from '../views/accent.ts'
import type { Answer } from '../http/response.ts'
import { excerptOf } from '../requests/components.ts'
import type { Visit } from '../http/context.ts'
import { admitReader } from './access.ts'

// What a small panel shows; the portal has the rest.
const requestsAtMost = 20
const entriesAtMost = 5

/** All that the widget shows, in one answer: each page that embeds it asks for it once. */
export async function overview(visit: Visit): Promise<Answer> {
  admitReader(visit)
  const { workspace, viewer, address } = visit
  const { requests: hasRequests, changelog: hasChangelog } = workspace.sections
  const [boards, requests, entries] = await Promise.all([
    hasRequests ? publicBoards(visit.scope) : [],
    hasRequests ? topRequests(visit) : [],
    hasChangelog ? latestEntries(visit.scope, entriesAtMost) : [],
  ])
  const body = {
    workspace: { name: workspace.name },
    address,
    accent: workspace.accentColor === null ? null : accentOf(workspace.accentColor),
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
    isShared: viewer === null,
  }
}

async function topRequests({ scope, viewer, portal }: Visit) {
  const filter = { sort: 'trending' as const, stage: null, boardId: null, search: '', limit: requestsAtMost }
  const reader = { customerId: viewer?.customerId ?? null, signer: portal.cursors }
  const { data: page } = await publicPage(scope, filter, reader)
  return page.map(({ id, title, stage, votes, isVoted }) => ({ id, title, stage, votes, isVoted }))
}
