import { createHash } from 'node:crypto'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Html, html } from '../../formats/html.ts'
import type { Log } from '../../log.ts'
import { Overloaded, Problem } from '../../problems.ts'
import { pageStyle } from './html-page-style.ts'
import { pageMessages } from './messages.ts'

/** A page that works without JavaScript and loads nothing, except for images if `hasImages` is set. */
export interface HtmlPage {
  title: string
  /** The name shown above the page, usually the workspace's. Null shows none. */
  owner: string | null
  body: Html
  hasImages?: boolean
  /** Whether the page frames another page of this server. */
  hasFrame?: boolean
  /** Whether search engines may index the page. */
  isPublic?: boolean
}

const styleHash = createHash('sha256').update(pageStyle.text).digest('base64')

const policyFor = ({ hasImages = false, hasFrame = false }: HtmlPage): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    ...(hasImages ? ['img-src https:'] : []),
    ...(hasFrame ? ["frame-src 'self'"] : []),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** Returns the headers of a page, in addition to the common ones. */
export const htmlPageHeaders = (page: HtmlPage): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policyFor(page),
  // The URL may contain a token.
  'referrer-policy': 'no-referrer',
  ...(!page.isPublic && { 'x-robots-tag': 'noindex, nofollow' }),
})

export const sendHtmlPage = (reply: FastifyReply, status: number, page: HtmlPage): FastifyReply =>
  reply.code(status).headers(htmlPageHeaders(page)).send(renderHtmlPage(page))

export const renderHtmlPage = ({ title, owner, body }: HtmlPage): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${owner === null ? title : `${title} · ${owner}`}</title>
<style>${pageStyle}</style>
</head>
<body>
${owner && html`<header><p dir="auto">${owner}</p></header>`}
<main>
${body}
</main>
</body>
</html>
`.text

/** Builds a page with a heading and a sentence. */
export const noticePage = (title: string, sentence: string, owner: string | null = null): HtmlPage => ({
  title,
  owner,
  body: html`<h1>${title}</h1>
<p>${sentence}</p>`,
})

export const sendNotFoundPage = (reply: FastifyReply): FastifyReply =>
  sendHtmlPage(reply, 404, noticePage(pageMessages.notFound.title, pageMessages.notFound.text))

/** Renders the errors of these routes as pages, and logs those that are our fault. */
export function renderErrorsAsPages(app: FastifyInstance, log: Log): void {
  app.setErrorHandler((error: FastifyError | Problem, request, reply) => {
    const status = error instanceof Problem ? error.status : (error.statusCode ?? 500)
    if (status === 404) return sendNotFoundPage(reply)
    if (error instanceof Overloaded) {
      reply.headers(error.extra.headers ?? {})
      return sendHtmlPage(reply, status, noticePage(pageMessages.overloaded.title, pageMessages.overloaded.text))
    }
    if (status < 500) {
      // The rest of the body is not read.
      reply.header('connection', 'close')
      return sendHtmlPage(
        reply,
        status,
        noticePage(pageMessages.unreadableForm.title, pageMessages.unreadableForm.text),
      )
    }
    log.error({ err: error, requestId: request.id, route: request.routeOptions.url }, 'request failed')
    return sendHtmlPage(reply, 500, noticePage(pageMessages.failed.title, pageMessages.failed.text))
  })
}

/** Answers 405 to other methods of a path. HEAD comes with every GET (RFC 9110, section 9.1). */
export function rejectOtherMethods(app: FastifyInstance, url: string, allowed: ('GET' | 'POST' | 'OPTIONS')[]): void {
  const others = (['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const).filter(
    (method) => !(allowed as string[]).includes(method),
  )
  const sendMethodNotAllowed = (_request: FastifyRequest, reply: FastifyReply) => {
    reply.header('allow', ['GET', 'HEAD', ...allowed.filter((method) => method !== 'GET')].join(', '))
    return sendHtmlPage(reply, 405, noticePage(pageMessages.readOnly.title, pageMessages.readOnly.text))
  }
  // Runs before the body is read.
  app.route({
    method: others,
    url,
    onRequest: async (request, reply) => sendMethodNotAllowed(request, reply),
    handler: () => {},
  })
}
