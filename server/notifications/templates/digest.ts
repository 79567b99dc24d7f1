import type { Claim } from '../deliveries/repository.ts'
import { announcedBody, type Body, bodyOf, letter, linkTo, quiet, reasonBox } from './layout.ts'
import { type Links, listHeaders, oneLine } from './announcement.ts'
import type { MailKind } from '../preferences/unsubscribe-token.ts'
import type { Stage } from '../../feedback/schema.ts'
import { type Html, html } from '../../platform/formats/html.ts'
import type { Message } from '../../platform/mail/mailer.ts'
import { plainText } from '../../platform/formats/markdown.ts'
import { portalUrlOf } from '../../portal/urls.ts'
import type { News, Reply } from '../digests/find-digest.ts'

/** Makes the message of one customer, of what concerns them. */
export type NewsComposer = (
  recipient: Pick<Claim, 'customerId' | 'address' | 'name' | 'hearsStage' | 'replyIds'>,
) => Message

// Ten replies stay below what large mail programs show of a message.
const replyBytesAtMost = 6_000

interface Written {
  id: string
  by: string
  body: Body
  text: string
}

/** What a message says whoever reads it. Names and titles are on one line. */
interface Rendered {
  workspaceName: string
  title: string
  /** Null when there is no page that the reader could see. */
  url: string | null
  /** In a subject, and as a sentence. */
  stage: { subject: string; sentence: string } | null
  replies: Written[]
}

/** Renders the bundle once, for any number of customers. */
export function composerOf(news: News, { publicUrl, unsubscribe }: Links): NewsComposer {
  const { bundleId, feedbackId, slug, replyTo } = news
  const { hostname } = new URL(publicUrl)
  const rendered = render(news, publicUrl)
  const senderName = news.senderName === null ? rendered.workspaceName : oneLine(news.senderName)
  return ({ customerId, address, name, hearsStage, replyIds }) => {
    const stage = hearsStage ? rendered.stage : null
    const replies = rendered.replies.filter(({ id }) => replyIds.includes(id))
    const kinds: MailKind[] = [
      ...(replies.length > 0 ? ['replies' as const] : []),
      ...(stage ? ['stages' as const] : []),
    ]
    const unsubscribeUrl = unsubscribe(customerId, kinds)
    const personal = { ...rendered, stage, replies, unsubscribeUrl, why: whyOf(rendered.workspaceName, stage !== null) }
    return {
      messageId: `${bundleId}.${customerId}@${hostname}`,
      senderName,
      to: { address, name: name === null ? null : oneLine(name) },
      replyTo,
      subject: stage?.subject ?? `Re: ${rendered.title}`,
      text: textOf(personal),
      html: htmlOf(personal),
      headers: {
        ...listHeaders(`requests.${slug}`, hostname, unsubscribeUrl),
        // RFC 5322, section 3.6.4: of a message that nobody got, so that all about this request are in one thread.
        'In-Reply-To': `<request.${feedbackId}@${hostname}>`,
        References: `<request.${feedbackId}@${hostname}>`,
      },
    }
  }
}

function render(news: News, publicUrl: string): Rendered {
  const title = oneLine(news.title)
  const hasPage = news.showsRequests && news.stage !== 'closed'
  return {
    workspaceName: oneLine(news.workspaceName),
    title,
    url: hasPage ? `${portalUrlOf({ publicUrl, ...news })}/requests/${news.feedbackId}` : null,
    stage: news.stage && stageWords(title, news.fromStage, news.stage),
    replies: news.replies.map(write),
  }
}

function write({ id, author, isStaff, body }: Reply): Written {
  const name = author === null ? 'Somebody' : oneLine(author)
  const shown = announcedBody(body, replyBytesAtMost)
  return {
    id,
    by: isStaff ? `${name} (team) wrote:` : `${name} wrote:`,
    body: shown,
    text: plainText(shown.plain.text),
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

function stageWords(title: string, from: Stage | null, stage: Stage): Rendered['stage'] {
  if (from === 'pending' && stage === 'in_review') {
    return {
      subject: `“${title}” is public now`,
      sentence: 'The team has approved this request: others can read it and vote.',
    }
  }
  const { is, means } = stagePhrases[stage]
  return { subject: `“${title}” ${is}`, sentence: means }
}

const whyOf = (workspaceName: string, takesPart: boolean): string =>
  takesPart
    ? `You get this message because you filed this request to ${workspaceName} or voted for it.`
    : `You get this message because you take part in this request to ${workspaceName}.`

interface Personal extends Rendered {
  why: string
  unsubscribeUrl: string
}

const notWhole = 'The rest of it is on the web.'

function textOf({ workspaceName, title, url, stage, replies, why, unsubscribeUrl }: Personal): string {
  const parts = [
    workspaceName,
    title,
    stage?.sentence,
    ...replies.flatMap(({ by, text, body }) => [by, text, body.isWhole ? null : notWhole]),
    url && `On the web:\n${url}`,
    // The line that mail programs take for the beginning of a signature (RFC 3676, section 4.3).
    ['-- ', why, `Unsubscribe: ${unsubscribeUrl}`].join('\n'),
  ]
  return `${parts.filter((part) => part).join('\n\n')}\n`
}

function htmlOf({ workspaceName, title, url, stage, replies, why, unsubscribeUrl }: Personal): string {
  const content = html`${stage && reasonBox(stage.sentence)}
${replies.map(replyOf)}
${url && linkTo(url, 'See the request')}`
  const beginning = stage?.sentence ?? `${replies[0]!.by} ${oneLine(replies[0]!.text)}`.slice(0, 140)
  return letter({ workspaceName, title, beginning, content, why, unsubscribeUrl })
}

const replyOf = ({ by, body }: Written): Html =>
  html`<p class="quiet" dir="auto" style="margin:20px 0 8px;${quiet};font-weight:600">${by}</p>
${bodyOf(body)}
${body.isWhole ? null : html`<p class="quiet" style="margin:0;${quiet}">${notWhole}</p>`}`
