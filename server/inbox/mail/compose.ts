import { displayTitle } from '../../feedback/public/title.ts'
import { listHeaders } from '../../notifications/templates/links.ts'
import { Signer } from '../../platform/crypto/secret-key.ts'
import { type Html, html } from '../../platform/formats/html.ts'
import { legalLines } from '../../platform/legal-links.ts'
import { actionLink, mutedStyle, oneLine, renderMailLayout } from '../../platform/mail/layout.ts'
import type { MailMessage } from '../../platform/mail/mailer.ts'
import { inertLine, inertText, quoteCustomer } from '../../platform/mail/quote.ts'
import { type MemberMailKind, mailKindOf, mailKinds } from '../kinds.ts'
import type { MailedNotification, MemberMailContent } from './load.ts'
import { memberMailMessages as messages } from './messages.ts'
import { createMemberUnsubscribeToken, memberUnsubscribePurpose } from './unsubscribe-token.ts'

export interface MemberMailDeps {
  secretKey: string
  /** Without a final slash. */
  publicUrl: string
}

// Twenty quotations of this size stay below the limit at which mail clients clip a message.
const quoteMaxCharacters = 1_500

/** A part of the message: what happened to one request or entry, or the review queue. */
interface Section {
  title: string
  /** Each with the words of a comment, in both forms. */
  events: { heading: string; quote: { text: string; markup: Html } | null }[]
  link: { url: string; label: string; line: string }
}

/** Composes the message about what a member has not read yet. */
export function composeMemberMail({ secretKey, publicUrl }: MemberMailDeps, content: MemberMailContent): MailMessage {
  const { id, workspaceId, memberId, slug, notifications, review, more } = content
  const home = `${publicUrl}/console/w/${slug}`
  const { hostname } = new URL(publicUrl)
  const workspace = oneLine(content.workspaceName)
  const sections = [...itemSections(notifications, home), ...(review ? [reviewSection(review, home)] : [])]
  const token = createMemberUnsubscribeToken(new Signer(secretKey, memberUnsubscribePurpose), {
    workspaceId,
    memberId,
    kinds: kindsOf(content),
  })
  const mail: Mail = {
    workspace,
    subject: subjectFor(content, workspace),
    sections,
    more: more > 0 ? { text: messages.more({ count: more }), url: `${home}/inbox` } : null,
    footer: messages.footer({ workspace }),
    unsubscribeUrl: `${publicUrl}/unsubscribe/member/${token}`,
    links: [{ label: messages.settings, url: `${home}/inbox/settings` }],
  }
  const subjectIds = new Set(notifications.map(({ subjectId }) => subjectId))
  const threadId = subjectIds.size === 1 && !review ? `<inbox.${[...subjectIds][0]}@${hostname}>` : null
  return {
    messageId: `inbox.${id}@${hostname}`,
    senderName: workspace,
    to: { address: content.address, name: content.name === null ? null : oneLine(content.name) },
    replyTo: null,
    subject: mail.subject,
    text: renderText(mail),
    html: renderHtml(mail),
    headers: {
      ...listHeaders(`inbox.${slug}`, hostname, mail.unsubscribeUrl),
      // RFC 5322, section 3.6.4: refers to a message that was never sent, so all mail about an item is one thread.
      ...(threadId !== null && { 'In-Reply-To': threadId, References: threadId }),
    },
  }
}

const kindsOf = ({ notifications, review }: MemberMailContent): MemberMailKind[] => {
  const kinds = new Set<MemberMailKind>(notifications.map(({ kind }) => mailKindOf[kind]))
  if (review) kinds.add('review')
  return mailKinds.filter((kind) => kinds.has(kind))
}

const titleOf = (title: string): string => inertText(displayTitle(title))

const actorOf = ({ actorName }: MailedNotification) => ({
  actor: actorName === null ? '' : inertLine(actorName),
  hasActor: actorName === null ? 'no' : 'yes',
})

function subjectFor({ notifications, review, more }: MemberMailContent, workspace: string): string {
  const last = notifications.at(-1)
  if (!last) return messages.subjects.review({ count: review!.count, workspace })
  const isAboutOne = notifications.every(({ subjectId }) => subjectId === last.subjectId) && more === 0 && !review
  if (isAboutOne) return messages.subjects[last.kind]({ title: titleOf(last.title), ...actorOf(last) })
  return messages.subjects.several({ count: notifications.length + more + (review ? 1 : 0), workspace })
}

function itemSections(notifications: MailedNotification[], home: string): Section[] {
  const bySubject = Map.groupBy(notifications, ({ subjectId }) => subjectId)
  return [...bySubject].map(([subjectId, about]) => {
    const { area } = about[0]!
    const commentId = about.find((each) => each.commentId !== null)?.commentId
    const url = `${home}/${area}/${subjectId}${commentId ? `#comment-${commentId}` : ''}`
    return {
      title: messages.title({ title: titleOf(about[0]!.title) }),
      events: about.map((each) => ({ heading: headingFor(each), quote: quoteOf(each) })),
      link: { url, label: messages.open[area], line: messages.openLine[area]({ url }) },
    }
  })
}

function headingFor(notification: MailedNotification): string {
  const { kind, isNote } = notification
  const heading = kind === 'mentioned' && isNote ? messages.headings.mentionedInNote : messages.headings[kind]
  return heading(actorOf(notification))
}

function quoteOf({ body }: MailedNotification): Section['events'][number]['quote'] {
  if (body === null) return null
  const { text, markup, isComplete } = quoteCustomer(body, quoteMaxCharacters)
  if (isComplete) return { text, markup }
  return {
    text: `${text}\n\n${messages.truncated}`,
    markup: html`${markup}<p class="quiet" style="margin:0 0 16px;${mutedStyle}">${messages.truncated}</p>`,
  }
}

function reviewSection({ count, titles }: NonNullable<MemberMailContent['review']>, home: string): Section {
  const url = `${home}/requests/review`
  return {
    title: messages.review.heading({ count }),
    events: titles.map((title) => ({ heading: messages.title({ title: titleOf(title) }), quote: null })),
    link: { url, label: messages.review.open, line: messages.review.openLine({ url }) },
  }
}

interface Mail {
  workspace: string
  subject: string
  sections: Section[]
  more: { text: string; url: string } | null
  footer: string
  unsubscribeUrl: string
  links: { label: string; url: string }[]
}

function renderText({ workspace, sections, more, footer, unsubscribeUrl, links }: Mail): string {
  const parts = [
    workspace,
    ...sections.flatMap(({ title, events, link }) => [
      title,
      ...events.flatMap(({ heading, quote }) => [heading, quote?.text]),
      link.line,
    ]),
    ...(more ? [more.text, messages.inboxLine({ url: more.url })] : []),
    // Mail clients take the first line for the start of a signature (RFC 3676, section 4.3).
    ['-- ', footer, messages.unsubscribeLine({ url: unsubscribeUrl }), ...legalLines(links)].join('\n'),
  ]
  return `${parts.filter((part) => part).join('\n\n')}\n`
}

const headingStyle = 'margin:24px 0 8px;font-size:18px;line-height:1.3;font-weight:600;color:#1f1d1a'

function renderHtml({ workspace, subject, sections, more, footer, unsubscribeUrl, links }: Mail): string {
  const content = html`${sections.map(
    ({ title, events, link }) => html`<h2 class="text" dir="auto" style="${headingStyle}">${title}</h2>
${events.map(
  ({ heading, quote }) => html`<p class="quiet" dir="auto" style="margin:12px 0 8px;${mutedStyle}">${heading}</p>
${quote ? quote.markup : null}
`,
)}
${actionLink(link.url, link.label)}
`,
  )}
${more && html`<p class="quiet" style="margin:24px 0 0;${mutedStyle}">${more.text}</p>${actionLink(more.url, messages.inbox)}`}`
  const preheader = sections[0]!.events[0]?.heading ?? sections[0]!.title
  return renderMailLayout({
    workspaceName: workspace,
    title: subject,
    preheader,
    content,
    footer,
    unsubscribeUrl,
    links,
  })
}
