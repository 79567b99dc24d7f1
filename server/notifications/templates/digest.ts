import { displayName, resemblesTeam } from '../../customers/names.ts'
import { displayTitle } from '../../feedback/public/title.ts'
import { type Html, html } from '../../platform/formats/html.ts'
import { htmlToText } from '../../platform/formats/markdown.ts'
import { type LegalLink, legalLines, legalLinks } from '../../platform/legal-links.ts'
import {
  actionLink,
  callout,
  mailBodyHtml,
  mutedStyle,
  oneLine,
  renderMailBody,
  renderMailLayout,
} from '../../platform/mail/layout.ts'
import type { MailMessage } from '../../platform/mail/mailer.ts'
import { inertLine, inertText, quoteCustomer } from '../../platform/mail/quote.ts'
import { buildPortalUrl } from '../../platform/portal-url.ts'
import type { ClaimedDelivery } from '../deliveries/repository.ts'
import type { Digest, DigestReply, ReportedStage } from '../digests/find-digest.ts'
import { digestMessages as messages, notificationMessages } from '../messages.ts'
import type { NotificationKind } from '../preferences/unsubscribe-token.ts'
import { listHeaders, type MailLinks } from './links.ts'

/** Composes the message to one customer, with the part of the digest that is for them. */
export type DigestComposer = (
  recipient: Pick<ClaimedDelivery, 'customerId' | 'address' | 'name' | 'includesStage' | 'replyIds'>,
) => MailMessage

// Ten replies of this size stay below the limit at which mail clients clip a message.
const replyMaxBytes = 6_000

const preheaderMaxLength = 140

/** A reply as it appears in both parts. */
interface RenderedReply {
  id: string
  isStaff: boolean
  /** The first line, which names the author. */
  heading: string
  text: string
  markup: Html
  /** The text on one line. */
  line: string
  isComplete: boolean
}

/** The content of a digest before it is narrowed to one recipient. Names and titles are on one line. */
interface RenderedDigest {
  workspaceName: string
  /** With escaped addresses, because mail clients turn addresses into links, even in subjects. */
  title: string
  /** Null if the request has no page that the recipient can open. */
  url: string | null
  stage: { subject: string; sentence: string; note: string | null } | null
  replies: RenderedReply[]
  /** Shown at the end, after the link to unsubscribe. */
  links: LegalLink[]
}

/** Renders the digest once, for any number of recipients. */
export function createDigestComposer(digest: Digest, { publicUrl, unsubscribe, unfollow }: MailLinks): DigestComposer {
  const { digestId, feedbackId, slug, replyTo } = digest
  const { hostname } = new URL(publicUrl)
  const rendered = render(digest, publicUrl)
  const senderName = digest.senderName === null ? rendered.workspaceName : oneLine(digest.senderName)
  return ({ customerId, address, name, includesStage, replyIds }) => {
    const stage = includesStage ? rendered.stage : null
    const replies = rendered.replies.filter(({ id }) => replyIds.includes(id))
    const unsubscribeUrl = unsubscribe(customerId, kindsOf({ stage, replies }))
    const footer = messages.footer({ workspace: rendered.workspaceName })
    const links = [{ label: messages.unfollow, url: unfollow(customerId, feedbackId) }, ...rendered.links]
    const personal = { ...rendered, stage, replies, unsubscribeUrl, footer, links }
    return {
      messageId: `${digestId}.${customerId}@${hostname}`,
      senderName,
      to: { address, name: name === null ? null : oneLine(name) },
      replyTo,
      subject: stage?.subject ?? replySubject(rendered, replies),
      text: renderText(personal),
      html: renderHtml(personal),
      headers: {
        ...listHeaders(`requests.${slug}`, hostname, unsubscribeUrl),
        // RFC 5322, section 3.6.4: refers to a message that was never sent, so all mail about a request is one thread.
        'In-Reply-To': `<request.${feedbackId}@${hostname}>`,
        References: `<request.${feedbackId}@${hostname}>`,
      },
    }
  }
}

const kindsOf = ({ stage, replies }: Pick<RenderedDigest, 'stage' | 'replies'>): NotificationKind[] => [
  ...(replies.length > 0 ? ['replies' as const] : []),
  ...(stage ? ['stages' as const] : []),
]

function replySubject({ workspaceName, title }: RenderedDigest, replies: RenderedReply[]): string {
  const isFromTeam = replies.some(({ isStaff }) => isStaff)
  return isFromTeam
    ? messages.teamReplySubject({ workspace: workspaceName, title })
    : messages.commentSubject({ title })
}

// A title with the marks that messages put around titles could end the quotation.
const quotationMarks = /[“”„‟«»"]/g

function render(digest: Digest, publicUrl: string): RenderedDigest {
  const title = inertText(displayTitle(digest.title)).replaceAll(quotationMarks, '’')
  const workspaceName = oneLine(digest.workspaceName)
  const portalUrl = buildPortalUrl({ publicUrl, ...digest })
  const { hasPage } = digest
  // A mail program loads images without a session.
  const filesBase = hasPage && digest.isPublic ? portalUrl : null
  return {
    workspaceName,
    title,
    url: hasPage ? `${portalUrl}/requests/${digest.feedbackId}` : null,
    stage: digest.stage && { ...stageTexts(title, digest, digest.stage), note: digest.note },
    replies: digest.replies.map((reply) =>
      reply.isStaff ? teamReply(reply, workspaceName, filesBase) : customerReply(reply, workspaceName),
    ),
    links: legalLinks(digest),
  }
}

/**
 * Renders a reply by the team, the only text that a message shows as official: under the workspace's heading, with its
 * Markdown.
 */
function teamReply(
  { id, author, body: source }: DigestReply,
  workspace: string,
  filesBase: string | null,
): RenderedReply {
  const body = renderMailBody(source, { filesBase, maxBytes: replyMaxBytes })
  const text = htmlToText(body.plain.text)
  const name = author === null ? null : displayName(author)
  const signature = name === null || name === workspace ? null : messages.signature({ author: name })
  const heading = messages.teamReply({ workspace })
  return {
    id,
    isStaff: true,
    heading,
    text: signature === null ? text : `${text}\n\n${signature}`,
    markup: html`<h2 class="text" dir="auto" style="${headingStyle}">${heading}</h2>
${mailBodyHtml(body)}
${signature && html`<p class="quiet" dir="auto" style="margin:0 0 16px;${mutedStyle}">${signature}</p>`}`,
    line: oneLine(text),
    isComplete: body.isComplete,
  }
}

/** Renders a customer's words as a quotation: plain text that cannot link, load or pass for the workspace's own. */
function customerReply({ id, author, body }: DigestReply, workspaceName: string): RenderedReply {
  const { text, markup, line, isComplete } = quoteCustomer(body, replyMaxBytes)
  const name = displayName(author)
  const isPresentable = name !== null && !resemblesTeam(name, { workspaceName, memberNames: [] })
  const heading = messages.customerByline({ author: isPresentable ? inertLine(name) : messages.anonymous })
  const headingMarkup = html`<p class="quiet" dir="auto" style="margin:20px 0 8px;${mutedStyle};font-weight:600">${heading}</p>`
  return { id, isStaff: false, heading, text, markup: html`${headingMarkup}\n${markup}`, line: `“${line}”`, isComplete }
}

function stageTexts(title: string, { fromStage, stageLabels }: Digest, stage: ReportedStage) {
  const label = stageLabels[stage]
  if (fromStage === 'pending' && stage === 'in_review') return withTitle(title, messages.approved)
  if (label === undefined) return withTitle(title, messages.stages[stage])
  const values = { title, label: inertText(displayTitle(label)).replaceAll(quotationMarks, '’') }
  const sentence = stage === 'closed' ? messages.renamed.closed : messages.renamed.sentence
  return { subject: messages.renamed.subject(values), sentence: sentence(values) }
}

const withTitle = (
  title: string,
  { subject, sentence }: { subject: (values: { title: string }) => string; sentence: string },
) => ({
  subject: subject({ title }),
  sentence,
})

interface PersonalizedDigest extends RenderedDigest {
  footer: string
  unsubscribeUrl: string
}

function renderText(digest: PersonalizedDigest): string {
  const { workspaceName, title, url, stage, replies, footer, unsubscribeUrl, links } = digest
  const parts = [
    workspaceName,
    messages.title({ title }),
    stage?.sentence,
    ...(stage?.note ? [messages.note({ workspace: workspaceName }), stage.note] : []),
    ...replies.flatMap(({ heading, text, isComplete }) => [heading, text, isComplete ? null : messages.truncated]),
    url && messages.onlineLine({ url }),
    // Mail clients take the first line for the start of a signature (RFC 3676, section 4.3).
    ['-- ', footer, notificationMessages.unsubscribeLine({ url: unsubscribeUrl }), ...legalLines(links)].join('\n'),
  ]
  return `${parts.filter((part) => part).join('\n\n')}\n`
}

function renderHtml(digest: PersonalizedDigest): string {
  const { workspaceName, title, url, stage, replies, footer, unsubscribeUrl, links } = digest
  const content = html`${stage && callout(stage.sentence)}
${stage?.note ? noteHtml(stage.note, workspaceName) : null}
${replies.map(replyHtml)}
${url && actionLink(url, messages.seeRequest)}`
  const preheader = stage?.sentence ?? `${replies[0]!.heading} ${replies[0]!.line}`.slice(0, preheaderMaxLength)
  const heading = messages.title({ title })
  return renderMailLayout({ workspaceName, title: heading, preheader, content, footer, unsubscribeUrl, links })
}

/** Renders the team's note to the recipients: plain text, in which only line breaks count. */
const noteHtml = (note: string, workspace: string): Html =>
  html`<h2 class="text" dir="auto" style="${headingStyle}">${messages.note({ workspace })}</h2>
<p class="text" dir="auto" style="margin:0 0 16px;color:#1f1d1a;font-size:16px;line-height:1.55">${note
    .split('\n')
    .map((line, index) => html`${index === 0 ? null : html`<br>`}${line}`)}</p>`

const headingStyle = 'margin:24px 0 8px;font-size:16px;line-height:1.3;font-weight:600;color:#1f1d1a'

const replyHtml = ({ markup, isComplete }: RenderedReply): Html =>
  html`${markup}
${isComplete ? null : html`<p class="quiet" style="margin:0;${mutedStyle}">${messages.truncated}</p>`}`
