import type { Stage } from '../../feedback/schema.ts'
import { type Html, html } from '../../platform/formats/html.ts'
import { htmlToText } from '../../platform/formats/markdown.ts'
import {
  actionLink,
  callout,
  type MailBody,
  mailBodyHtml,
  mutedStyle,
  oneLine,
  renderMailBody,
  renderMailLayout,
} from '../../platform/mail/layout.ts'
import type { MailMessage } from '../../platform/mail/mailer.ts'
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

interface RenderedReply {
  id: string
  byline: string
  body: MailBody
  text: string
}

/** The content of a digest before it is narrowed to one recipient. Names and titles are on one line. */
interface RenderedDigest {
  workspaceName: string
  title: string
  /** Null if the request has no page that the recipient can open. */
  url: string | null
  stage: { subject: string; sentence: string } | null
  replies: RenderedReply[]
}

/** Renders the digest once, for any number of recipients. */
export function createDigestComposer(digest: Digest, { publicUrl, unsubscribe }: MailLinks): DigestComposer {
  const { digestId, feedbackId, slug, replyTo } = digest
  const { hostname } = new URL(publicUrl)
  const rendered = render(digest, publicUrl)
  const senderName = digest.senderName === null ? rendered.workspaceName : oneLine(digest.senderName)
  return ({ customerId, address, name, includesStage, replyIds }) => {
    const stage = includesStage ? rendered.stage : null
    const replies = rendered.replies.filter(({ id }) => replyIds.includes(id))
    const unsubscribeUrl = unsubscribe(customerId, kindsOf({ stage, replies }))
    const footer = messages.footer[stage === null ? 'reply' : 'stage']({ workspace: rendered.workspaceName })
    const personal = { ...rendered, stage, replies, unsubscribeUrl, footer }
    return {
      messageId: `${digestId}.${customerId}@${hostname}`,
      senderName,
      to: { address, name: name === null ? null : oneLine(name) },
      replyTo,
      subject: stage?.subject ?? messages.replySubject({ title: rendered.title }),
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

function render(digest: Digest, publicUrl: string): RenderedDigest {
  const title = oneLine(digest.title)
  const hasPage = digest.showsRequests && digest.stage !== 'closed'
  return {
    workspaceName: oneLine(digest.workspaceName),
    title,
    url: hasPage ? `${buildPortalUrl({ publicUrl, ...digest })}/requests/${digest.feedbackId}` : null,
    stage: digest.stage && stageTexts(title, digest.fromStage, digest.stage),
    replies: digest.replies.map(renderReply),
  }
}

function renderReply({ id, author, isStaff, body: source }: DigestReply): RenderedReply {
  const byline = isStaff ? messages.teamByline : messages.customerByline
  const body = renderMailBody(source, replyMaxBytes)
  return {
    id,
    byline: byline({ author: author === null ? messages.anonymous : oneLine(author) }),
    body,
    text: htmlToText(body.plain.text),
  }
}

function stageTexts(title: string, from: Stage | null, stage: ReportedStage): RenderedDigest['stage'] {
  const { subject, sentence } = from === 'pending' && stage === 'in_review' ? messages.approved : messages.stages[stage]
  return { subject: subject({ title }), sentence }
}

interface PersonalizedDigest extends RenderedDigest {
  footer: string
  unsubscribeUrl: string
}

function renderText({ workspaceName, title, url, stage, replies, footer, unsubscribeUrl }: PersonalizedDigest): string {
  const parts = [
    workspaceName,
    title,
    stage?.sentence,
    ...replies.flatMap(({ byline, text, body }) => [byline, text, body.isComplete ? null : messages.truncated]),
    url && messages.onlineLine({ url }),
    // Mail clients take the first line for the start of a signature (RFC 3676, section 4.3).
    ['-- ', footer, notificationMessages.unsubscribeLine({ url: unsubscribeUrl })].join('\n'),
  ]
  return `${parts.filter((part) => part).join('\n\n')}\n`
}

function renderHtml({ workspaceName, title, url, stage, replies, footer, unsubscribeUrl }: PersonalizedDigest): string {
  const content = html`${stage && callout(stage.sentence)}
${replies.map(replyHtml)}
${url && actionLink(url, messages.seeRequest)}`
  const preheader = stage?.sentence ?? `${replies[0]!.byline} ${oneLine(replies[0]!.text)}`.slice(0, preheaderMaxLength)
  return renderMailLayout({ workspaceName, title, preheader, content, footer, unsubscribeUrl })
}

const replyHtml = ({ byline, body }: RenderedReply): Html =>
  html`<p class="quiet" dir="auto" style="margin:20px 0 8px;${mutedStyle};font-weight:600">${byline}</p>
${mailBodyHtml(body)}
${body.isComplete ? null : html`<p class="quiet" style="margin:0;${mutedStyle}">${messages.truncated}</p>`}`
