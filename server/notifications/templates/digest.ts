import type { Stage } from '../../feedback/schema.ts'
import { type Html, html } from '../../platform/formats/html.ts'
import { htmlToText } from '../../platform/formats/markdown.ts'
import type { MailMessage } from '../../platform/mail/mailer.ts'
import { buildPortalUrl } from '../../workspaces/portal-url.ts'
import type { ClaimedDelivery } from '../deliveries/repository.ts'
import type { Digest, DigestReply } from '../digests/find-digest.ts'
import type { NotificationKind } from '../preferences/unsubscribe-token.ts'
import { listHeaders, type MailLinks, oneLine } from './announcement.ts'
import {
  actionLink,
  callout,
  type MailBody,
  mailBodyHtml,
  mutedStyle,
  renderMailBody,
  renderMailLayout,
} from './layout.ts'

/** Makes the message of one customer, of what concerns them. */
export type DigestComposer = (
  recipient: Pick<ClaimedDelivery, 'customerId' | 'address' | 'name' | 'includesStage' | 'replyIds'>,
) => MailMessage

// Ten replies stay below what large mail programs show of a message.
const replyMaxBytes = 6_000

interface RenderedReply {
  id: string
  byline: string
  body: MailBody
  text: string
}

/** What a message says whoever reads it. Names and titles are on one line. */
interface RenderedDigest {
  workspaceName: string
  title: string
  /** Null when there is no page that the reader could see. */
  url: string | null
  /** In a subject, and as a sentence. */
  stage: { subject: string; sentence: string } | null
  replies: RenderedReply[]
}

/** Renders the bundle once, for any number of customers. */
export function createDigestComposer(news: Digest, { publicUrl, unsubscribe }: MailLinks): DigestComposer {
  const { digestId, feedbackId, slug, replyTo } = news
  const { hostname } = new URL(publicUrl)
  const rendered = render(news, publicUrl)
  const senderName = news.senderName === null ? rendered.workspaceName : oneLine(news.senderName)
  return ({ customerId, address, name, includesStage, replyIds }) => {
    const stage = includesStage ? rendered.stage : null
    const replies = rendered.replies.filter(({ id }) => replyIds.includes(id))
    const kinds: NotificationKind[] = [
      ...(replies.length > 0 ? ['replies' as const] : []),
      ...(stage ? ['stages' as const] : []),
    ]
    const unsubscribeUrl = unsubscribe(customerId, kinds)
    const personal = {
      ...rendered,
      stage,
      replies,
      unsubscribeUrl,
      footer: footerFor(rendered.workspaceName, stage !== null),
    }
    return {
      messageId: `${digestId}.${customerId}@${hostname}`,
      senderName,
      to: { address, name: name === null ? null : oneLine(name) },
      replyTo,
      subject: stage?.subject ?? `Re: ${rendered.title}`,
      text: renderDigestText(personal),
      html: renderDigestHtml(personal),
      headers: {
        ...listHeaders(`requests.${slug}`, hostname, unsubscribeUrl),
        // RFC 5322, section 3.6.4: of a message that nobody got, so that all about this request are in one thread.
        'In-Reply-To': `<request.${feedbackId}@${hostname}>`,
        References: `<request.${feedbackId}@${hostname}>`,
      },
    }
  }
}

function render(news: Digest, publicUrl: string): RenderedDigest {
  const title = oneLine(news.title)
  const hasPage = news.showsRequests && news.stage !== 'closed'
  return {
    workspaceName: oneLine(news.workspaceName),
    title,
    url: hasPage ? `${buildPortalUrl({ publicUrl, ...news })}/requests/${news.feedbackId}` : null,
    stage: news.stage && stageMessages(title, news.fromStage, news.stage),
    replies: news.replies.map(renderReply),
  }
}

function renderReply({ id, author, isStaff, body }: DigestReply): RenderedReply {
  const name = author === null ? 'Somebody' : oneLine(author)
  const shown = renderMailBody(body, replyMaxBytes)
  return {
    id,
    byline: isStaff ? `${name} (team) wrote:` : `${name} wrote:`,
    body: shown,
    text: htmlToText(shown.plain.text),
  }
}

const stagePhrases: Record<Stage, { is: string; means: string }> = {
  pending: { is: 'waits for review', means: 'The team looks at it before others see it.' },
  in_review: { is: 'is under review', means: 'The team is looking into this request.' },
  planned: { is: 'is planned', means: 'The team has planned this request.' },
  in_progress: { is: 'is in progress', means: 'The team is working on this request.' },
  completed: { is: 'is done', means: 'The team has completed this request.' },
  closed: { is: 'is closed', means: 'The team has closed this request. It is not shown in public any more.' },
}

function stageMessages(title: string, from: Stage | null, stage: Stage): RenderedDigest['stage'] {
  if (from === 'pending' && stage === 'in_review') {
    return {
      subject: `“${title}” is public now`,
      sentence: 'The team has approved this request: others can read it and vote.',
    }
  }
  const { is, means } = stagePhrases[stage]
  return { subject: `“${title}” ${is}`, sentence: means }
}

const footerFor = (workspaceName: string, takesPart: boolean): string =>
  takesPart
    ? `You get this message because you filed this request to ${workspaceName} or voted for it.`
    : `You get this message because you take part in this request to ${workspaceName}.`

interface PersonalizedDigest extends RenderedDigest {
  footer: string
  unsubscribeUrl: string
}

const truncatedNotice = 'The rest of it is on the web.'

function renderDigestText({
  workspaceName,
  title,
  url,
  stage,
  replies,
  footer: why,
  unsubscribeUrl,
}: PersonalizedDigest): string {
  const parts = [
    workspaceName,
    title,
    stage?.sentence,
    ...replies.flatMap(({ byline: by, text, body }) => [by, text, body.isComplete ? null : truncatedNotice]),
    url && `On the web:\n${url}`,
    // The line that mail programs take for the beginning of a signature (RFC 3676, section 4.3).
    ['-- ', why, `Unsubscribe: ${unsubscribeUrl}`].join('\n'),
  ]
  return `${parts.filter((part) => part).join('\n\n')}\n`
}

function renderDigestHtml({
  workspaceName,
  title,
  url,
  stage,
  replies,
  footer: why,
  unsubscribeUrl,
}: PersonalizedDigest): string {
  const content = html`${stage && callout(stage.sentence)}
${replies.map(replyHtml)}
${url && actionLink(url, 'See the request')}`
  const beginning = stage?.sentence ?? `${replies[0]!.byline} ${oneLine(replies[0]!.text)}`.slice(0, 140)
  return renderMailLayout({ workspaceName, title, preheader: beginning, content, footer: why, unsubscribeUrl })
}

const replyHtml = ({ byline: by, body }: RenderedReply): Html =>
  html`<p class="quiet" dir="auto" style="margin:20px 0 8px;${mutedStyle};font-weight:600">${by}</p>
${mailBodyHtml(body)}
${body.isComplete ? null : html`<p class="quiet" style="margin:0;${mutedStyle}">${truncatedNotice}</p>`}`
