import type { FastifyInstance } from 'fastify'
import type { Database } from '../platform/db/database.ts'
import { Html, html } from '../platform/html.ts'
import { type Page, refuseOtherMethods, renderErrorsAsPages, sendNotFound, sendPage } from '../platform/http/page.ts'
import { isUuid } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'
import { renderMarkdown } from '../platform/markdown.ts'
import { findReading, isPublished, type Published } from './reading.ts'

const url = '/p/:slug/changelog/:id'

// Where a message sends everybody at once, a cache in front takes most of them; a correction is seen a minute later.
const cacheSeconds = 60

/** A published entry, for everybody. Drafts, unknown entries and those of other workspaces are equally not there. */
export function entryPages(http: FastifyInstance, { database, log }: { database: Database; log: Log }): void {
  http.register(async (app) => {
    renderErrorsAsPages(app, log)
    refuseOtherMethods(app, url, ['GET'])

    app.get(url, async ({ params }, reply) => {
      const { slug, id } = params as { slug: string; id: string }
      const entry = isUuid(id) ? await findReading(database, { slug }, id) : null
      if (entry === null || !isPublished(entry)) return sendNotFound(reply)
      reply.header('cache-control', `public, max-age=${cacheSeconds}`)
      return sendPage(reply, 200, pageOf(entry))
    })
  })
}

const pageOf = (entry: Published): Page => ({
  title: entry.title,
  owner: entry.workspaceName,
  hasImages: true,
  isPublic: true,
  body: html`<article>
<h1 dir="auto">${entry.title}</h1>
${factsOf(entry)}
<div class="prose" dir="auto" lang="">
${new Html(renderMarkdown(entry.body))}
</div>
</article>`,
})

const longDate = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

const factsOf = ({ publishedAt, versionLabel, tags }: Published): Html =>
  html`<ul class="facts">
<li><time datetime="${publishedAt}">${longDate.format(new Date(publishedAt))}</time></li>
${versionLabel && html`<li><bdi>${versionLabel}</bdi></li>`}
${tags.map(tagOf)}
</ul>`

// A drawing, since the page's policy lets no element have a style of its own.
const tagOf = ({ name, color }: Published['tags'][number]): Html =>
  html`<li><svg width="8" height="8" viewBox="0 0 8 8" aria-hidden="true"><circle cx="4" cy="4" r="4" fill="${color}"/></svg><bdi>${name}</bdi></li>`
