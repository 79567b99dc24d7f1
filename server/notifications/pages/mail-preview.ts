import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { findEntryContent } from '../../changelog/entry-content.ts'
import { isVisible } from '../../feedback/public/visibility.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { html } from '../../platform/formats/html.ts'
import {
  type HtmlPage,
  renderErrorsAsPages,
  sendHtmlPage,
  sendNotFoundPage,
} from '../../platform/http/pages/html-page.ts'
import { hasLoopbackHost, isLoopbackRequest } from '../../platform/http/request/loopback.ts'
import { isUuid, nilUuid } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import type { MailMessage } from '../../platform/mail/mailer.ts'
import { createAnnouncementComposer } from '../templates/announcement.ts'
import { createMailLinks, type MailLinkDeps } from '../templates/links.ts'
import { mailPreviewMessages } from './messages.ts'

export interface MailPreviewDeps extends MailLinkDeps {
  database: Database
  clock: Clock
  log: Log
}

/** Serves previews of announcement emails, drafts included, to developers of Heed on their own machine only. */
export function mailPreviews(http: FastifyInstance, deps: MailPreviewDeps): void {
  const compose = createPreviewComposer(deps)
  http.register(async (app) => {
    renderErrorsAsPages(app, deps.log)
    app.addHook('onRequest', async (request, reply) => {
      if (!isLoopbackRequest(request) || !hasLoopbackHost(request)) return sendNotFoundPage(reply)
    })
    app.get('/dev/mail', async (_request, reply) =>
      sendHtmlPage(reply, 200, listPage(await listEntries(deps.database))),
    )
    app.get('/dev/mail/:slug/:id', async (request, reply) => {
      const message = await compose(request.params as Params)
      return message ? sendHtmlPage(reply, 200, messagePage(message, request.url)) : sendNotFoundPage(reply)
    })
    app.get('/dev/mail/:slug/:id/html', async (request, reply) => {
      const message = await compose(request.params as Params)
      if (message === null) return sendNotFoundPage(reply)
      reply.header('content-security-policy', htmlPartCsp)
      return reply.type('text/html; charset=utf-8').send(message.html)
    })
  })
}

// Mail clients apply the inline styles and run no scripts.
const htmlPartCsp =
  "default-src 'none'; style-src 'unsafe-inline'; img-src https:; frame-ancestors 'self'; sandbox allow-popups"

interface Params {
  slug: string
  id: string
}

const sampleRecipient = {
  customerId: nilUuid,
  address: 'ada@example.com',
  name: 'Ada Lovelace',
}

/** Composes messages to a sample customer who has requested everything that the entry links to. */
function createPreviewComposer({ database, clock, ...links }: MailPreviewDeps) {
  const linksOf = createMailLinks(links)
  return async ({ slug, id }: Params): Promise<MailMessage | null> => {
    const entry = isUuid(id) ? await findEntryContent(database, { slug }, id) : null
    if (entry === null) return null
    const compose = createAnnouncementComposer(
      { ...entry, publishedAt: entry.publishedAt ?? clock() },
      linksOf(entry.workspaceId),
    )
    const { rows } = await sql<{ title: string }>`
      select f.title from changelog_entry_feedback l
      join feedback f on f.workspace_id = l.workspace_id and f.id = l.feedback_id
      where l.workspace_id = ${entry.workspaceId} and l.entry_id = ${id} and ${isVisible('f')}
      order by l.position limit 4`.execute(database.db)
    return compose({ ...sampleRecipient, requestTitles: rows.map(({ title }) => title) })
  }
}

const listEntries = ({ db }: Database) =>
  db
    .selectFrom('changelog_entries as e')
    .innerJoin('workspaces as w', 'w.workspace_id', 'e.workspace_id')
    .select(['w.slug', 'e.id', 'e.title', 'e.state'])
    .orderBy('e.id', 'desc')
    .limit(100)
    .execute()

const listPage = (entries: Awaited<ReturnType<typeof listEntries>>): HtmlPage => ({
  title: mailPreviewMessages.title,
  owner: null,
  body: html`<h1>${mailPreviewMessages.title}</h1>
<p>${entries.length === 0 ? mailPreviewMessages.empty : mailPreviewMessages.lead}</p>
<ul>
${entries.map(
  ({ slug, id, title, state }) =>
    html`<li><a href="/dev/mail/${slug}/${id}">${title}</a> <span class="quiet">${slug}, ${state}</span></li>
`,
)}</ul>`,
})

function messagePage(message: MailMessage, url: string): HtmlPage {
  const fields = {
    Subject: message.subject,
    From: message.senderName,
    To: `${message.to.name} <${message.to.address}>`,
    ...(message.replyTo !== null && { 'Reply-To': message.replyTo }),
    'Message-ID': `<${message.messageId}>`,
    ...message.headers,
  }
  return {
    title: message.subject,
    owner: null,
    hasFrame: true,
    body: html`<h1>${message.subject}</h1>
<p><a href="/dev/mail">${mailPreviewMessages.all}</a></p>
<h2>${mailPreviewMessages.html}</h2>
<iframe src="${url.replace(/[?#].*/, '')}/html" title="${mailPreviewMessages.frame}"></iframe>
<h2>${mailPreviewMessages.text}</h2>
<pre>${message.text}</pre>
<h2>${mailPreviewMessages.headers}</h2>
<dl>
${Object.entries(fields).map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}
</dl>`,
  }
}
