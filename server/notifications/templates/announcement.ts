import { formatList, formatLongDate } from '#i18n/format.ts'
import { type Cover, coverImage } from '../../changelog/cover.ts'
import type { PublishedContent } from '../../changelog/entry-content.ts'
import { displayTitle } from '../../feedback/public/title.ts'
import { type Html, html } from '../../platform/formats/html.ts'
import { htmlToText } from '../../platform/formats/markdown.ts'
import { type LegalLink, legalLines, legalLinks } from '../../platform/legal-links.ts'
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
import { inertText } from '../../platform/mail/quote.ts'
import { buildPortalUrl } from '../../platform/portal-url.ts'
import type { ClaimedDelivery } from '../deliveries/repository.ts'
import { announcementMessages as messages, notificationMessages } from '../messages.ts'
import { listHeaders, type MailLinks } from './links.ts'

/** Composes the message to one customer. */
export type AnnouncementComposer = (
  recipient: Pick<ClaimedDelivery, 'customerId' | 'address' | 'name' | 'requestTitles'>,
) => MailMessage

/** The part of a message that is the same for every recipient. Names are on one line. */
interface RenderedAnnouncement extends Pick<PublishedContent, 'workspaceName' | 'title' | 'versionLabel' | 'tags'> {
  senderName: string
  date: string
  url: string
  cover: Html | null
  /** The description and the address of the cover. */
  coverText: string | null
  body: MailBody
  bodyText: string
  /** What mail clients show after the subject in a list of messages. */
  preheader: string
  footer: string
  links: LegalLink[]
}

interface Personalization {
  /** Which of the customer's requests the entry answers; null if none. */
  reason: string | null
  unsubscribeUrl: string
}

/** Renders the entry once, for any number of recipients. */
export function createAnnouncementComposer(
  entry: PublishedContent,
  { publicUrl, unsubscribe }: MailLinks,
): AnnouncementComposer {
  const { entryId, slug, replyTo } = entry
  const { hostname } = new URL(publicUrl)
  const rendered = render(entry, buildPortalUrl({ publicUrl, ...entry }))
  return ({ customerId, address, name, requestTitles }) => {
    const personal = { reason: requestReason(requestTitles), unsubscribeUrl: unsubscribe(customerId, ['changelog']) }
    return {
      messageId: `${entryId}.${customerId}@${hostname}`,
      senderName: rendered.senderName,
      to: { address, name: name === null ? null : oneLine(name) },
      replyTo,
      subject: rendered.title,
      text: renderText(rendered, personal),
      html: renderHtml(rendered, personal),
      headers: listHeaders(`changelog.${slug}`, hostname, personal.unsubscribeUrl),
    }
  }
}

const preheaderMaxLength = 140

function render(entry: PublishedContent, portalUrl: string): RenderedAnnouncement {
  const body = renderMailBody(entry.body, { filesBase: portalUrl })
  const bodyText = htmlToText(body.plain.text)
  const workspaceName = oneLine(entry.workspaceName)
  return {
    workspaceName,
    senderName: entry.senderName === null ? workspaceName : oneLine(entry.senderName),
    title: oneLine(entry.title),
    versionLabel: entry.versionLabel && oneLine(entry.versionLabel),
    tags: entry.tags.map(({ name, color }) => ({ name: oneLine(name), color })),
    date: formatLongDate(new Date(entry.publishedAt), 'UTC'),
    url: `${portalUrl}/changelog/${entry.entryId}`,
    cover: entry.cover && mailCover(entry.cover, portalUrl),
    coverText: entry.cover && htmlToText(coverImage(portalUrl, entry.cover).text),
    body,
    bodyText,
    preheader: oneLine([...bodyText.slice(0, 2 * preheaderMaxLength)].slice(0, preheaderMaxLength).join('')),
    // Recipients are tracked customers and subscribers. Tracked customers gave feedback, unless the team added them.
    footer: messages.footer({ workspace: workspaceName }),
    links: legalLinks(entry),
  }
}

const titleLimit = 3

function requestReason(requestTitles: string[]): string | null {
  if (requestTitles.length === 0) return null
  const titles = requestTitles.slice(0, titleLimit).map((title) => `“${inertText(displayTitle(title))}”`)
  const more = requestTitles.length > titleLimit ? [messages.moreRequests] : []
  return messages.requested({ requests: formatList([...titles, ...more]) })
}

function renderText(entry: RenderedAnnouncement, { reason, unsubscribeUrl }: Personalization): string {
  const { url } = entry
  const facts = [entry.date, entry.versionLabel, entry.tags.map(({ name }) => name).join(', ') || null]
  const parts = [
    entry.workspaceName,
    [entry.title, facts.filter((fact) => fact !== null).join(' · ')].join('\n'),
    reason,
    entry.coverText,
    entry.bodyText,
    entry.body.isComplete ? messages.onlineLine({ url }) : messages.restOnlineLine({ url }),
    // Mail clients treat the line `-- ` as the start of a signature (RFC 3676, section 4.3).
    [
      '-- ',
      entry.footer,
      notificationMessages.unsubscribeLine({ url: unsubscribeUrl }),
      ...legalLines(entry.links),
    ].join('\n'),
  ]
  return `${parts.filter((part) => part).join('\n\n')}\n`
}

function renderHtml(entry: RenderedAnnouncement, { reason, unsubscribeUrl }: Personalization): string {
  const { workspaceName, title, url, cover, body, footer, links } = entry
  const content = html`${entryFacts(entry)}
${reason && callout(reason)}
${cover}
${mailBodyHtml(body)}
${actionLink(url, body.isComplete ? messages.readOnline : messages.readRestOnline)}`
  return renderMailLayout({
    workspaceName,
    title,
    preheader: reason ?? entry.preheader,
    content,
    footer,
    unsubscribeUrl,
    links,
  })
}

// The card is 600 pixels wide, with 32 pixels of space on each side. Outlook ignores `max-width`.
const coverMaxWidth = 536

const mailCover = ({ url, alt, width }: Cover, portalUrl: string): Html =>
  html`<p style="margin:0 0 20px"><img src="${portalUrl}${url}" alt="${alt}" width="${Math.min(width, coverMaxWidth)}" style="display:block;max-width:100%;height:auto;border:0;border-radius:6px"></p>`

const entryFacts = ({ versionLabel, date, tags }: RenderedAnnouncement): Html =>
  html`<p class="quiet" style="margin:0 0 20px;${mutedStyle}">${[
    fact(html`${date}`),
    versionLabel && fact(html`<bdi>${versionLabel}</bdi>`),
    tags.map(({ name, color }) =>
      fact(html`<span style="color:${color}" aria-hidden="true">&#9679;</span>&nbsp;<bdi>${name}</bdi>`),
    ),
  ]}</p>`

const fact = (content: Html): Html =>
  html`<span style="display:inline-block;margin:0 14px 4px 0">${content}</span>
`
