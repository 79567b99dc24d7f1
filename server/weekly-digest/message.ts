import { formatLongDate } from '#i18n/format.ts'
import { displayTitle } from '../feedback/public/title.ts'
import { listHeaders } from '../notifications/templates/links.ts'
import { type Html, html } from '../platform/formats/html.ts'
import { cleanLine } from '../platform/formats/visible-text.ts'
import { actionLink, mutedStyle, oneLine, renderMailLayout } from '../platform/mail/layout.ts'
import type { MailMessage } from '../platform/mail/mailer.ts'
import { inertText } from '../platform/mail/quote.ts'
import type { DigestItem, WeeklyDigest } from './content.ts'
import { weeklyDigestMessages as messages } from './messages.ts'

export interface DigestAddressee {
  workspaceId: string
  memberId: string
  email: string
  workspace: string
  slug: string
}

interface Links {
  publicUrl: string
  unsubscribe: string
}

/** Composes the digest of the week before a Monday. Its message id is the same for each attempt. */
export function composeWeeklyDigest(
  { publicUrl, unsubscribe }: Links,
  to: DigestAddressee,
  digest: WeeklyDigest,
  monday: string,
): MailMessage {
  const home = `${publicUrl}/console/w/${to.slug}`
  const workspace = oneLine(to.workspace)
  const title = messages.title({ workspace })
  const reason = messages.reason({ workspace })
  const [facts, sections] = [factsOf(digest), sectionsOf(digest, home)]
  const { hostname } = new URL(publicUrl)
  return {
    messageId: `weekly.${to.memberId}.${monday}@${hostname}`,
    senderName: 'Heed',
    to: { address: to.email, name: null },
    replyTo: null,
    subject: messages.subject({ workspace, requests: digest.requests }),
    text: renderText([title, weekOf(monday)], facts, sections, [
      `${messages.open}: ${home}`,
      `-- \n${reason}\n${messages.change}: ${home}/inbox/settings\n${messages.unsubscribe}: ${unsubscribe}`,
    ]),
    html: renderMailLayout({
      workspaceName: workspace,
      title,
      preheader: facts.join(' · '),
      content: html`<p class="quiet" style="margin:0 0 20px;${mutedStyle}">${weekOf(monday)}</p>
<ul class="text" style="margin:0 0 16px;padding:0 24px;font-size:16px;line-height:1.6;color:#1f1d1a">${facts.map((fact) => html`<li>${fact}</li>`)}</ul>
${sections.map(renderSection)}${actionLink(home, messages.open)}`,
      footer: reason,
      unsubscribeUrl: unsubscribe,
    }),
    headers: listHeaders(`weekly.${to.workspaceId}`, hostname, unsubscribe),
  }
}

function weekOf(monday: string): string {
  const end = Temporal.PlainDate.from(monday)
  const format = (day: Temporal.PlainDate) => formatLongDate(new Date(day.toString()), 'UTC')
  return messages.week({ from: format(end.subtract({ days: 7 })), to: format(end.subtract({ days: 1 })) })
}

const factsOf = ({ requests, votes, unanswered, medianSeconds }: WeeklyDigest): string[] => [
  messages.requests({ count: requests }),
  messages.votes({ count: votes }),
  (unanswered.isMore ? messages.unansweredMore : messages.unanswered)({ count: unanswered.count }),
  ...(medianSeconds === null ? [] : [messages.replyTime({ duration: describeDuration(medianSeconds) })]),
]

/** Describes a duration, rounded, in minutes, or in hours or days if there are at least two. */
function describeDuration(seconds: number): string {
  const [minutes, hours, days] = [60, 3_600, 86_400].map((unit) => Math.round(seconds / unit)) as [
    number,
    number,
    number,
  ]
  if (days >= 2) return messages.days({ count: days })
  return hours >= 2 ? messages.hours({ count: hours }) : messages.minutes({ count: minutes })
}

interface Section {
  title: string
  items: { text: string; url: string; note: string }[]
}

const sectionsOf = ({ mostVoted, completed, published }: WeeklyDigest, home: string): Section[] =>
  [
    sectionOf(messages.mostVoted, inert(mostVoted), `${home}/requests`, ({ count }) => messages.gained({ count })),
    sectionOf(messages.completed, inert(completed), `${home}/requests`),
    sectionOf(messages.published, published, `${home}/changelog`),
  ].filter(({ items }) => items.length > 0)

/** Customers wrote these titles, in which mail programs must find no links (ADR 0020). */
const inert = (items: DigestItem[]): DigestItem[] =>
  items.map((item) => ({ ...item, title: inertText(displayTitle(item.title)) }))

const sectionOf = (title: string, items: DigestItem[], path: string, noteOf = (_: DigestItem) => ''): Section => ({
  title,
  items: items.map((item) => ({ text: cleanLine(item.title), url: `${path}/${item.id}`, note: noteOf(item) })),
})

const renderSection = ({ title, items }: Section): Html =>
  html`<h2 class="text" style="margin:24px 0 8px;font-size:17px;line-height:1.3;font-weight:600;color:#1f1d1a">${title}</h2>
<ul class="text" style="margin:0;padding:0 24px;font-size:16px;line-height:1.6;color:#1f1d1a">${items.map(
    ({ text, url, note }) =>
      html`<li><a href="${url}" dir="auto" style="color:#2c5bcb">${text}</a>${note && html` <span class="quiet" style="${mutedStyle}">${note}</span>`}</li>`,
  )}</ul>`

const renderText = (head: string[], facts: string[], sections: Section[], foot: string[]): string =>
  `${[
    ...head,
    facts.map((fact) => `- ${fact}`).join('\n'),
    ...sections.map(({ title, items }) =>
      [
        `${title}:`,
        ...items.map(({ text, url, note }) => `- ${note === '' ? text : `${text} (${note})`}\n  ${url}`),
      ].join('\n'),
    ),
    ...foot,
  ].join('\n\n')}\n`
