import { historyOf, type PastEvent } from '#server/audit/history.ts'
import { type ConsoleComment, consoleThread } from '#server/comments/console.ts'
import { commentsCan } from '#server/comments/permissions.ts'
import { cursorSigner } from '#server/console/cursor-signer.ts'
import { done } from '#server/console/flash.ts'
import type { MemberVisit } from '#server/console/page-context.ts'
import { consoleFeedback } from '#server/feedback/console/detail.ts'
import { currentIdOf } from '#server/feedback/merge/redirects.ts'
import { feedbackCan } from '#server/feedback/permissions.ts'
import { isAdministrator } from '#server/members/roles.ts'
import { isUuid } from '#server/platform/ids.ts'
import { renderMarkdown } from '#server/platform/formats/markdown.ts'
import { notFound, Problem } from '#server/platform/problems.ts'
import { portalLinks } from '#server/portal/workspace-urls.ts'
import { getRoadmapItem } from '#server/roadmap/queries.ts'
import { openConnection } from '#server/tracker/connection/queries.ts'
import { names } from '#server/tracker/client/errors.ts'
import { votersPage } from '#server/votes/voters.ts'
import { request as words } from '../../messages/requests/detail.ts'
import { historyActor, historyText } from '../../messages/requests/history.ts'
import { lasting, windowed, windowOf } from './list-windows.ts'

/** A comment with its text as HTML that is safe. */
export type ShownComment = Omit<ConsoleComment, 'body' | 'updatedAt'> & { html: string }

/** Everything that the page of a request shows, in two round trips. @throws 404; a redirect for one that was merged */
export async function detailOf(visit: MemberVisit) {
  const { scope, params, url, home, membership, deps, name } = visit
  const id = params.id ?? ''
  if (!isUuid(id)) throw notFound()
  const signer = cursorSigner(deps)
  const query = url.searchParams
  const [request, voters, thread, connection, links] = await Promise.all([
    consoleFeedback(scope, id),
    votersPage(scope, id, windowOf(query, 'voters'), signer),
    consoleThread(scope, { of: 'feedback_id', id }, windowOf(query, 'comments'), signer),
    openConnection(scope),
    portalLinks(scope, deps.settings.publicUrl),
  ]).catch((error) => leadOn(visit, id, error))
  const { feedback, roadmapItem } = request
  const [history, item] = await Promise.all([
    historyOf(scope, roadmapItem ? [id, roadmapItem.id] : [id], windowOf(query, 'history'), signer),
    roadmapItem && getRoadmapItem(scope, roadmapItem.id),
  ])
  return {
    home,
    workspace: membership.name,
    /** For others to open. */
    address: `${deps.settings.publicUrl}/console${home}/requests/${id}`,
    /** For everybody: null while the public does not see it. */
    portalAddress: request.isVisible && links.requests ? `${links.requests}${id}` : null,
    author: name,
    request: { ...request, descriptionHtml: renderMarkdown(feedback.description) },
    item,
    voters: windowed(query, 'voters', voters),
    thread: { ...windowed(query, 'comments', thread), rows: thread.data.map(shown) },
    history: { ...windowed(query, 'history', history), rows: history.data.map(told) },
    tracker: connection && { name: names[connection.provider], isUsable: connection.status === 'connected' },
    can: {
      ...feedbackCan(scope.actor),
      deleteComments: commentsCan(scope.actor).delete,
      seeSettings: isAdministrator(scope.actor),
    },
  }
}

export type Detail = Awaited<ReturnType<typeof detailOf>>

const shown = ({ body, updatedAt: _, ...comment }: ConsoleComment): ShownComment => ({
  ...comment,
  html: renderMarkdown(body),
})

/** In sentences already, which are more than the page should carry the rules for. */
const told = (event: PastEvent) => ({
  id: event.id,
  at: event.at,
  agent: event.agent,
  actor: historyActor(event),
  text: historyText(event),
})

/** An old address leads to the request that its own was merged into. */
async function leadOn({ scope, home, url }: MemberVisit, id: string, error: unknown): Promise<never> {
  if (!(error instanceof Problem && error.code === 'not_found')) throw error
  const current = await currentIdOf(scope, id)
  if (current === null) throw error
  throw done(`${home}/requests/${current}${lasting(url.searchParams)}`, words.wasMerged, { tone: 'info' })
}
