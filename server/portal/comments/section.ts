import { type CommentMark, loadCommentMarks } from '../../comments/own/marks.ts'
import type { PublicComment } from '../../comments/public.ts'
import type { Thread } from '../../comments/queries.ts'
import { listOwnPendingComments, type OwnPendingComment } from '../../comments/review/own.ts'
import { displayName } from '../../customers/names.ts'
import { Html, html } from '../../platform/formats/html.ts'
import { renderCustomerMarkdown, renderMarkdown } from '../../platform/formats/markdown.ts'
import type { Page } from '../../platform/http/api/pagination.ts'
import type { PortalContext } from '../http/context.ts'
import { commentMessages } from '../messages/comments.ts'
import { reportMessages } from '../messages/reports.ts'
import { editedMark, ownCommentLinks, ownNotice, pendingEditNote } from '../own/actions.ts'
import { timeElement } from '../views/dates.ts'
import { avatar, teamAvatar, youBadge } from '../views/person.ts'
import { blankComment, type CommentDraft, commentForm } from './form.ts'

/** What the page shows about each comment in addition to its text. */
export type CommentMarks = Map<string, CommentMark>

export interface CommentsSectionData {
  /** The path of the page, below the base. */
  path: string
  comments: Page<PublicComment>
  /** The viewer's own comments that wait for review. */
  waiting: OwnPendingComment[]
  marks: CommentMarks
  /** The comment being written; null if comments are turned off. */
  draft: CommentDraft | null
}

/** Renders the comments on a request or an entry, and the form. The page reads `?cursor=` and `?reply=`. */
export function commentsSection(context: PortalContext, section: CommentsSectionData): Html {
  const { comments, waiting, path, draft } = section
  const { base, query } = context
  const next = comments.pagination.nextCursor
  const items = comments.data.map((comment, index) => {
    const isLastInThread = !comments.data[index + 1]?.parentId
    const root = comment.parentId ?? comment.id
    const isRepliedTo = isLastInThread && draft?.parentId === root
    return html`${commentItem(comment, context, commentFoot(context, section, comment), editedMark(context, section.marks.get(comment.id)))}
${isRepliedTo ? replyItem(context, section, comments.data.find(({ id }) => id === root) ?? comment) : null}`
  })
  return html`<section class="discussion" aria-labelledby="discussion">
<h2 id="discussion">${commentMessages.title}</h2>
${outcomeNotice(context)}
${items.length + waiting.length === 0 ? html`<p class="quiet">${commentMessages.none}</p>` : html`<ol class="comments">${items}${waiting.map((comment) => waitingItem(context, path, comment))}</ol>`}
${next && html`<p class="more"><a class="button" href="${base}${path}?cursor=${next}#discussion" rel="next">${commentMessages.more}</a></p>`}
${draft && commentForm(context, draft.parentId === null ? draft : blankComment(), { path, cursor: query.get('cursor'), replyTo: null })}
</section>`
}

/** Loads the marks of the comments on a page. */
export const loadMarks = (
  { scope, viewer }: PortalContext,
  comments: Page<PublicComment> | null,
): Promise<CommentMarks> =>
  loadCommentMarks(scope, comments?.data.map(({ id }) => id) ?? [], viewer?.customerId ?? null)

/** Loads the viewer's own comments that wait for review; none for a signed-out visitor. */
export const loadWaitingComments = async (
  { scope, viewer }: PortalContext,
  thread: Thread,
): Promise<OwnPendingComment[]> => (viewer ? listOwnPendingComments(scope, thread, viewer.customerId) : [])

/** Renders the outcome of a submitted form, once. */
function outcomeNotice(context: PortalContext): Html | null {
  const { query, viewer, path } = context
  if (viewer === null) return null
  const text = query.has('posted')
    ? commentMessages.posted
    : query.has('waiting')
      ? commentMessages.waitingNotice
      : query.has('reported')
        ? reportMessages.sent
        : null
  if (path.startsWith('/changelog') && text === null) return ownNotice(context)
  return text && html`<p class="done" role="status" data-done>${text}</p>`
}

function waitingItem(context: PortalContext, path: string, { id, body, createdAt }: OwnPendingComment): Html {
  const { base, workspace, viewer } = context
  const name = viewer && displayName(viewer.publicName)
  return html`<li class="comment waiting" id="c-${id}">
<p class="comment-head">${avatar(name)}<strong dir="auto">${name ?? commentMessages.customer}</strong>${youBadge()}<span class="team">${commentMessages.waiting}</span> ${timeElement(createdAt, workspace.timeZone)}</p>
<div class="prose" dir="auto" lang="">${new Html(renderCustomerMarkdown(body, base))}</div>
<p class="comment-foot">${ownCommentLinks(context, path, id, false)}</p>
</li>
`
}

export function commentItem(
  { id, body, kind, author, parentId, createdAt, isOwn }: PublicComment,
  { base, workspace }: Pick<PortalContext, 'base' | 'workspace'>,
  reply: Html | null,
  edited: Html | null = null,
): Html {
  const isStaff = kind === 'staff_reply'
  return html`<li class="comment${isStaff ? ' staff' : ''}${parentId === null ? '' : ' reply'}" id="c-${id}">
<p class="comment-head">${isStaff ? teamAvatar(workspace.name) : avatar(displayName(author.name))}<strong dir="auto">${nameOf(author)}</strong>${isStaff ? teamBadge(workspace.name) : null}${isOwn ? youBadge() : null} ${timeElement(createdAt, workspace.timeZone)}${edited}</p>
<div class="prose" dir="auto" lang="">${new Html(isStaff ? renderMarkdown(body, base) : renderCustomerMarkdown(body, base))}</div>
${reply}
</li>`
}

/**
 * Marks a comment as the team's. It is an element of its own beside the name, with a shape that no name can draw: names
 * are text, and only staff replies get the badge.
 */
const teamBadge = (workspace: string): Html =>
  html`<span class="team" data-team><svg viewBox="0 0 16 16" width="12" height="12" aria-hidden="true"><path d="m3.5 8.5 3 3 6-7"/></svg><bdi>${commentMessages.team({ workspace })}</bdi></span>`

const nameOf = ({ name, type }: PublicComment['author']): string =>
  displayName(name) ?? (type === 'customer' ? commentMessages.customer : commentMessages.anonymous)

/** Renders the links below a comment: to reply, and for a signed-in customer to edit, delete or report it. */
function commentFoot(
  context: PortalContext,
  { path, draft, marks }: CommentsSectionData,
  comment: PublicComment,
): Html | null {
  const { id, isOwn } = comment
  const reply = draft && replyLink(context, path, comment)
  const report = isOwn ? ownCommentLinks(context, path, id, true) : reportLink(context, path, comment)
  const edit = pendingEditNote(context, `${path}/comments/${id}/edit`, marks.get(id)?.pendingEdit)
  return reply || report ? html`${edit}<p class="comment-foot">${reply}${report}</p>` : edit
}

/** Customers can report other customers' content, not the team's. */
const reportLink = ({ base, viewer }: PortalContext, path: string, { id, kind, author }: PublicComment): Html | null =>
  viewer && kind === 'comment'
    ? html` <a href="${base}${path}/comments/${id}/report" rel="nofollow" aria-label="${reportMessages.reportComment({ name: nameOf(author) })}">${reportMessages.report}</a>`
    : null

/** Renders the reply link. Replies nest one level, so a reply has none. */
function replyLink({ base, query }: PortalContext, path: string, { id, parentId, author }: PublicComment): Html | null {
  if (parentId !== null) return null
  const cursor = query.get('cursor')
  const parameters = new URLSearchParams({ ...(cursor && { cursor }), reply: id })
  return html`<a href="${base}${path}?${parameters.toString()}#reply" data-reply rel="nofollow" aria-label="${commentMessages.replyTo({ name: nameOf(author) })}">${commentMessages.reply}</a>`
}

const replyItem = (context: PortalContext, { draft, path }: CommentsSectionData, { author }: PublicComment): Html =>
  html`<li class="comment reply" id="reply">${commentForm(context, draft!, { path, cursor: context.query.get('cursor'), replyTo: nameOf(author) })}</li>`
