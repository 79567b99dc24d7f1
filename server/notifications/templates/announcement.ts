import type { PublishedContent } from '../../changelog/entry-content.ts'
import { htmlToText } from '../../platform/formats/markdown.ts'
import type { MailMessage } from '../../platform/mail/mailer.ts'
import { buildPortalUrl } from '../../workspaces/portal-url.ts'
import type { ClaimedDelivery } from '../deliveries/repository.ts'
import type { NotificationKind } from '../preferences/unsubscribe-token.ts'
import { renderAnnouncementHtml, renderMailBody } from './layout.ts'

/** Makes the message of one customer. */
export type AnnouncementComposer = (
  recipient: Pick<ClaimedDelivery, 'customerId' | 'address' | 'name' | 'requestTitles'>,
) => MailMessage

export interface MailLinks {
  /** Of this instance, without a slash at the end. */
  publicUrl: string
  unsubscribe(customerId: string, kinds: readonly NotificationKind[]): string
}

/** What a message says whoever reads it, in the form in which it is written into each. Names are on one line. */
export interface RenderedAnnouncement
  extends Pick<PublishedContent, 'workspaceName' | 'title' | 'versionLabel' | 'tags'> {
  senderName: string
  date: string
  url: string
  body: ReturnType<typeof renderMailBody>
  bodyText: string
  /** What a list of messages shows under the subject. */
  preheader: string
  footer: string
}

export interface Personalization {
  /** Why this customer hears of it; null when they did not ask. */
  reason: string | null
  unsubscribeUrl: string
}

/** Renders the entry once, for any number of customers. */
export function createAnnouncementComposer(
  entry: PublishedContent,
  { publicUrl, unsubscribe }: MailLinks,
): AnnouncementComposer {
  const { entryId, slug, replyTo } = entry
  const { hostname } = new URL(publicUrl)
  const rendered = render(entry, `${buildPortalUrl({ publicUrl, ...entry })}/changelog/${entryId}`)
  return ({ customerId, address, name, requestTitles }) => {
    const personal = { reason: requestReason(requestTitles), unsubscribeUrl: unsubscribe(customerId, ['changelog']) }
    return {
      messageId: `${entryId}.${customerId}@${hostname}`,
      senderName: rendered.senderName,
      to: { address, name: name === null ? null : oneLine(name) },
      replyTo,
      subject: rendered.title,
      text: renderAnnouncementText(rendered, personal),
      html: renderAnnouncementHtml(rendered, personal),
      headers: listHeaders(`changelog.${slug}`, hostname, personal.unsubscribeUrl),
    }
  }
}

const longDate = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

const preheaderMaxLength = 140

function render(entry: PublishedContent, url: string): RenderedAnnouncement {
  const body = renderMailBody(entry.body)
  const bodyText = htmlToText(body.plain.text)
  const workspaceName = oneLine(entry.workspaceName)
  return {
    workspaceName,
    senderName: entry.senderName === null ? workspaceName : oneLine(entry.senderName),
    title: oneLine(entry.title),
    versionLabel: entry.versionLabel && oneLine(entry.versionLabel),
    tags: entry.tags.map(({ name, color }) => ({ name: oneLine(name), color })),
    date: longDate.format(new Date(entry.publishedAt)),
    url,
    body,
    bodyText,
    preheader: oneLine([...bodyText.slice(0, 2 * preheaderMaxLength)].slice(0, preheaderMaxLength).join('')),
    // Customers come into being by a request, a vote, a comment, or by asking for just this.
    footer: `You get this message because you have given feedback to ${workspaceName}, or asked for its news.`,
  }
}

/** Line breaks and control characters become spaces: for headers, and for sentences that quote. */
export const oneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

const titleLimit = 3

function requestReason(requestTitles: string[]): string | null {
  const titles = requestTitles.slice(0, titleLimit).map((title) => `“${oneLine(title)}”`)
  if (titles.length === 0) return null
  const last = requestTitles.length > titleLimit ? 'more' : titles.pop()!
  return `You asked for ${titles.length === 0 ? last : `${titles.join(', ')} and ${last}`}.`
}

/** The standards behind each: see the comments. Whoever sends the message encodes the values. */
export const listHeaders = (list: string, hostname: string, unsubscribeUrl: string): Record<string, string> => ({
  // RFC 2369, section 3.2, and RFC 8058: the mail program posts to this address when its own button is pressed.
  'List-Unsubscribe': `<${unsubscribeUrl}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  // RFC 2919. An address in brackets is no name.
  'List-Id': `<${list}.${hostname.startsWith('[') ? 'localhost' : hostname}>`,
  // RFC 3834: nobody's absence is to be answered to the workspace. Many that answer know only the second.
  'Auto-Submitted': 'auto-generated',
  Precedence: 'bulk',
})

function renderAnnouncementText(entry: RenderedAnnouncement, { reason, unsubscribeUrl }: Personalization): string {
  const facts = [entry.date, entry.versionLabel, entry.tags.map(({ name }) => name).join(', ') || null]
  const parts = [
    entry.workspaceName,
    [entry.title, facts.filter((fact) => fact !== null).join(' · ')].join('\n'),
    reason,
    entry.bodyText,
    `${entry.body.isComplete ? 'On the web:' : 'The rest is on the web:'}\n${entry.url}`,
    // The line that mail programs take for the beginning of a signature (RFC 3676, section 4.3).
    ['-- ', entry.footer, `Unsubscribe: ${unsubscribeUrl}`].join('\n'),
  ]
  return `${parts.filter((part) => part).join('\n\n')}\n`
}
