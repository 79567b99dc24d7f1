import type { CommentMark } from '../../comments/own/marks.ts'
import type { PendingEdit } from '../../edits/queries.ts'
import type { RequestMark } from '../../feedback/own/mark.ts'
import type { PublicRequest } from '../../feedback/public/detail.ts'
import { Html, html } from '../../platform/formats/html.ts'
import { renderCustomerMarkdown } from '../../platform/formats/markdown.ts'
import type { PortalContext } from '../http/context.ts'
import { ownMessages } from '../messages/own.ts'
import { timeElement } from '../views/dates.ts'

/** Renders the time when the author last edited a text; nothing if no edit is marked. */
export const editedMark = (
  { workspace }: Pick<PortalContext, 'workspace'>,
  mark: Pick<CommentMark, 'editedAt'> | undefined,
): Html | null =>
  mark?.editedAt
    ? html` <span class="edited">${ownMessages.edited} ${timeElement(mark.editedAt, workspace.timeZone)}</span>`
    : null

/** Renders the viewer's waiting edit. @param path of the page that edits the text, relative to the base */
export const pendingEditNote = (
  { base }: PortalContext,
  path: string,
  edit: PendingEdit | null | undefined,
): Html | null =>
  edit
    ? html`<section class="pending-edit">
<p class="pending-edit-head"><span class="team">${ownMessages.editing.waiting}</span> <span class="quiet">${ownMessages.editing.waitingHelp}</span></p>
${edit.title === null ? null : html`<p dir="auto"><strong>${edit.title}</strong></p>`}
<div class="prose" dir="auto" lang="">${new Html(renderCustomerMarkdown(edit.body, base))}</div>
<p class="comment-foot"><a href="${base}${path}" rel="nofollow">${ownMessages.editing.open}</a></p>
</section>`
    : null

/** Renders the links to edit and delete the viewer's own request. */
export const ownRequestLinks = (
  { base, viewer }: PortalContext,
  { id, isOwn, isPublic }: PublicRequest,
): Html | null =>
  viewer && isOwn
    ? html`<p class="comment-foot"><a href="${base}/requests/${id}/edit" rel="nofollow">${ownMessages.edit}</a> <a href="${base}/requests/${id}/delete" rel="nofollow">${isPublic ? ownMessages.remove : ownMessages.withdraw}</a></p>`
    : null

/** Renders the links to edit and delete the viewer's own comment. @param path of the page, relative to the base */
export function ownCommentLinks({ base }: PortalContext, path: string, id: string, isPublic: boolean): Html {
  const address = `${base}${path}/comments/${id}`
  const [remove, label] = isPublic
    ? [ownMessages.remove, ownMessages.removeComment]
    : [ownMessages.withdraw, ownMessages.withdrawComment]
  return html` <a href="${address}/edit" rel="nofollow" aria-label="${ownMessages.editComment}">${ownMessages.edit}</a> <a href="${address}/delete" rel="nofollow" aria-label="${label}">${remove}</a>`
}

/** Renders the button to follow a public request. It sets a state, so sending it twice is harmless. */
export const followButton = (
  { base }: PortalContext,
  { id, isPublic }: PublicRequest,
  { isFollowing }: RequestMark,
): Html | null =>
  isPublic
    ? html`<form method="post" action="${base}/requests/${id}/follow" class="follow-form">
<button class="button" name="follow" value="${isFollowing ? 'off' : 'on'}" aria-pressed="${String(isFollowing)}" title="${isFollowing ? ownMessages.follow.helpOn : ownMessages.follow.help}">${isFollowing ? ownMessages.follow.following : ownMessages.follow.follow}</button>
</form>`
    : null

/** Renders the outcome of an edit or a deletion, once. */
export function ownNotice({ query, viewer }: PortalContext): Html | null {
  if (viewer === null) return null
  const { editing, removal } = ownMessages
  const texts = {
    edited: editing.saved,
    held: editing.held,
    unchanged: editing.withdrawn,
    reviewed: editing.notWithdrawn,
    deleted: removal.doneComment,
    withdrawn: removal.doneCommentWithdrawn,
    'deleted-request': removal.doneRequest,
    'withdrawn-request': removal.doneRequestWithdrawn,
    nameless: removal.doneAnonymous,
  }
  const text = Object.entries(texts).find(([name]) => query.has(name))?.[1]
  return text === undefined ? null : html`<p class="done" role="status" data-done>${text}</p>`
}
