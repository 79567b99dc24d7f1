import { type HistoryEvent, listHistory } from '#server/audit/history.ts'
import { type ConsoleComment, listConsoleComments } from '#server/comments/console.ts'
import { commentsCan } from '#server/comments/permissions.ts'
import { getCursorSigner } from '#server/console/cursor-signer.ts'
import { redirectWithFlash } from '#server/console/flash.ts'
import type { MemberContext } from '#server/console/page-context.ts'
import { requireId } from '#server/console/require-id.ts'
import { listEarlierTexts } from '#server/edits/queries.ts'
import { textVersion } from '#server/edits/version.ts'
import { getConsoleFeedback } from '#server/feedback/console/detail.ts'
import { isRoadmapStage } from '#server/feedback/lifecycle/roadmap-status.ts'
import { resolveMergedId } from '#server/feedback/merge/redirects.ts'
import { feedbackCan } from '#server/feedback/permissions.ts'
import { highlightMentions } from '#server/inbox/mentions/highlight.ts'
import { listMentions } from '#server/inbox/mentions/queries.ts'
import { hasUnread } from '#server/inbox/queries.ts'
import { countTold, countToldOfReplies } from '#server/notifications/deliveries/told.ts'
import { getNotificationDefaults } from '#server/notifications/preferences/workspace-defaults.ts'
import { countRecipientsOfRequest } from '#server/notifications/recipients/count-recipients.ts'
import { renderCustomerMarkdown, renderMarkdown } from '#server/platform/formats/markdown.ts'
import { Problem } from '#server/platform/problems.ts'
import { getPortalUrls } from '#server/portal/workspace-urls.ts'
import { getRoadmapItem } from '#server/roadmap/queries.ts'
import { providerNames } from '#server/tracker/client/errors.ts'
import { getCurrentConnection } from '#server/tracker/connection/queries.ts'
import { getActiveLink } from '#server/tracker/links.ts'
import { listVoters } from '#server/votes/voters.ts'
import { workspaceCan } from '#server/workspaces/permissions.ts'
import { outcomeMessages } from '../../messages/requests/detail.ts'
import { historyActor, historyMail, historyText } from '../../messages/requests/history.ts'
import { findWaitingMail } from '../../notify/choice.ts'
import { parseListWindow, persistentQuery, toListWindow } from './list-windows.ts'

/** A comment with its text as safe HTML. `source` is the text to edit, of the member's own comments. */
export type RenderedComment = Omit<ConsoleComment, 'body' | 'updatedAt' | 'isOwn'> & {
  html: string
  /** The number of people who were emailed about it. */
  emailed: number
  source: { body: string; version: string } | null
}

/** Loads the request page in two round trips, or four while mail waits. @throws 404; a redirect to the target of a merged request */
export async function loadRequestDetail(context: MemberContext) {
  const { scope, params, url, home, membership, deps, authorName: name } = context
  const id = requireId(params)
  const signer = getCursorSigner(deps)
  const query = url.searchParams
  const [request, voters, thread, connection, trackerLink, links, notifies, recipients] = await Promise.all([
    getConsoleFeedback(scope, id),
    listVoters(scope, id, parseListWindow(query, 'voters'), signer),
    listConsoleComments(scope, { of: 'feedback_id', id }, parseListWindow(query, 'comments'), signer),
    getCurrentConnection(scope),
    getActiveLink(scope, id),
    getPortalUrls(scope, deps.settings.publicUrl),
    getNotificationDefaults(scope),
    countRecipientsOfRequest(scope, id),
  ]).catch((error) => redirectIfMerged(context, id, error))
  const { feedback, roadmapItem } = request
  const filesBase = `/console${home}`
  const historyQuery = {
    ...parseListWindow(query, 'history'),
    emailed: (event: string) => countTold(event, feedback.id),
  }
  const commentIds = thread.data.map((comment) => comment.id)
  const [earlier, history, item, isUnread, mentions, told, waiting] = await Promise.all([
    listEarlierTexts(scope, [id, ...commentIds]),
    listHistory(scope, roadmapItem ? [id, roadmapItem.id] : [id], historyQuery, signer),
    roadmapItem && getRoadmapItem(scope, roadmapItem.id),
    hasUnread(scope, { of: 'feedback_id', id: feedback.id }),
    listMentions(scope, commentIds),
    countToldOfReplies(scope, commentIds),
    findWaitingMail(scope, id),
  ])
  const renderComment = (comment: ConsoleComment): RenderedComment => {
    const { body, updatedAt: _updatedAt, isOwn, ...rest } = comment
    const html = highlightMentions(
      renderCommentBody(comment, filesBase),
      mentions.get(comment.id) ?? [],
      scope.actor.id,
    )
    const emailed = told.get(comment.id) ?? 0
    return { ...rest, emailed, source: isOwn ? { body, version: textVersion(body) } : null, html }
  }
  return {
    home,
    workspace: membership.name,
    /** The URL to share with the team. */
    address: `${deps.settings.publicUrl}/console${home}/requests/${id}`,
    /** The public URL; null while the request is not public. */
    portalAddress: request.isVisible && links.requests ? `${links.requests}${id}` : null,
    author: name,
    request: {
      ...request,
      trackerLink,
      descriptionHtml: renderCustomerMarkdown(feedback.description, filesBase),
      /** Whether the public would expect to find the request on the roadmap, and does not. */
      isMissingOnRoadmap: roadmapItem === null && isRoadmapStage(feedback.stage),
    },
    /** The texts that authors have replaced, of the request and of the comments. */
    earlier,
    /** When the page was loaded: an approval of a text that was edited since is rejected. */
    seenAt: scope.now,
    item,
    voters: toListWindow(query, 'voters', voters),
    thread: { ...toListWindow(query, 'comments', thread), rows: thread.data.map(renderComment) },
    /** Whether the reader’s inbox has something new about it. */
    isUnread,
    history: { ...toListWindow(query, 'history', history), rows: history.data.map(toHistoryEntry) },
    /**
     * Whom actions on the request would email, whether they do so by default, and the mail that the reader can still
     * cancel.
     */
    mail: { notifies, ...recipients, waiting },
    tracker: connection && { name: providerNames[connection.provider], isUsable: connection.status === 'connected' },
    can: {
      ...feedbackCan(scope.actor),
      reply: commentsCan(scope.actor).reply,
      deleteComments: commentsCan(scope.actor).delete,
      seeSettings: workspaceCan(scope.actor).seeSettings,
    },
  }
}

export type RequestDetail = Awaited<ReturnType<typeof loadRequestDetail>>

const renderCommentBody = ({ kind, body }: ConsoleComment, filesBase: string): string =>
  kind === 'staff_reply' ? renderMarkdown(body, filesBase) : renderCustomerMarkdown(body, filesBase)

/** Writes the sentences on the server, so that the browser doesn’t load their rules. */
const toHistoryEntry = (event: HistoryEvent) => ({
  id: event.id,
  at: event.at,
  agent: event.agent,
  actor: historyActor(event),
  text: historyText(event),
  mail: historyMail(event),
  /** Whether `mail` counts people who were emailed. */
  isMailed: event.emailed !== null,
})

/**
 * Redirects an old URL to the request that this one was merged into. A prefetch gets the error instead, because the
 * notice is for the page that the person opens.
 */
async function redirectIfMerged(context: MemberContext, id: string, error: unknown): Promise<never> {
  const { scope, home, url, request } = context
  const isPrefetch = request.headers.has('heed-prefetch')
  if (!(error instanceof Problem && error.code === 'not_found') || isPrefetch) throw error
  const current = await resolveMergedId(scope, id)
  if (current === null) throw error
  throw redirectWithFlash(`${home}/requests/${current}${persistentQuery(url.searchParams)}`, outcomeMessages.merged, {
    tone: 'info',
  })
}
