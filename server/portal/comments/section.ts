import type { Comment } from '../../comments/schema.ts'
import { Html, html } from '../../platform/formats/html.ts'
import { renderMarkdown } from '../../platform/formats/markdown.ts'
import type { Page } from '../../platform/http/api/pagination.ts'
import type { PortalContext } from '../http/context.ts'
import { commentMessages } from '../messages/comments.ts'
import { timeElement } from '../views/dates.ts'
import { blankComment, type CommentDraft, commentForm } from './form.ts'

export interface CommentsSectionData {
  /** Of the page that it stands on, below the portal's base. */
  path: string
  comments: Page<Comment>
  /** What is being written; null where no comments are taken. */
  draft: CommentDraft | null
}

/** What is said below a request or an entry, and the form to say more. The page reads `?cursor=` and `?reply=`. */
export function commentsSection(visit: PortalContext, discussion: CommentsSectionData): Html {
  const { comments, path, draft } = discussion
  const { base, query } = visit
  const next = comments.pagination.nextCursor
  const items = comments.data.map((comment, index) => {
    const isLastOfItsOwn = !comments.data[index + 1]?.parentId
    const root = comment.parentId ?? comment.id
    const isAnswered = isLastOfItsOwn && draft?.parentId === root
    return html`${commentItem(comment, visit.workspace, draft && replyLink(visit, path, comment))}
${isAnswered ? replyItem(visit, discussion, comments.data.find(({ id }) => id === root) ?? comment) : null}`
  })
  return html`<section class="discussion" aria-labelledby="discussion">
<h2 id="discussion">${commentMessages.title}</h2>
${query.has('posted') && visit.viewer ? html`<p class="done" role="status" data-done>${commentMessages.posted}</p>` : null}
${comments.data.length === 0 ? html`<p class="quiet">${commentMessages.none}</p>` : html`<ol class="comments">${items}</ol>`}
${next && html`<p class="more"><a class="button" href="${base}${path}?cursor=${next}#discussion" rel="next">${commentMessages.more}</a></p>`}
${draft && commentForm(visit, draft.parentId === null ? draft : blankComment(), { path, cursor: query.get('cursor'), replyTo: null })}
</section>`
}

export function commentItem(
  { id, body, kind, author, parentId, createdAt }: Comment,
  workspace: PortalContext['workspace'],
  reply: Html | null,
): Html {
  const isStaff = kind === 'staff_reply'
  return html`<li class="comment${isStaff ? ' staff' : ''}${parentId === null ? '' : ' reply'}" id="c-${id}">
<p class="comment-head"><strong dir="auto">${nameOf(author)}</strong>${isStaff ? html`<span class="team">${commentMessages.team}</span>` : null} ${timeElement(createdAt, workspace.timeZone)}</p>
<div class="prose" dir="auto" lang="">${new Html(renderMarkdown(body))}</div>
${reply}
</li>`
}

const nameOf = ({ name, type }: Comment['author']): string =>
  name ?? (type === 'customer' ? commentMessages.customer : commentMessages.anonymous)

/** Replies nest one level, so replies have none. */
function replyLink({ base, query }: PortalContext, path: string, { id, parentId, author }: Comment): Html | null {
  if (parentId !== null) return null
  const cursor = query.get('cursor')
  const asked = new URLSearchParams({ ...(cursor && { cursor }), reply: id })
  return html`<p class="comment-foot"><a href="${base}${path}?${asked.toString()}#reply" data-reply rel="nofollow" aria-label="${commentMessages.replyTo(nameOf(author))}">${commentMessages.reply}</a></p>`
}

const replyItem = (visit: PortalContext, { draft, path }: CommentsSectionData, { author }: Comment): Html =>
  html`<li class="comment reply" id="reply">${commentForm(visit, draft!, { path, cursor: visit.query.get('cursor'), replyTo: nameOf(author) })}</li>`
