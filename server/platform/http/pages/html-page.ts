import { createHash } from 'node:crypto'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Html, html } from '../../formats/html.ts'
import type { Log } from '../../log.ts'
import { Problem, statusByCode } from '../../problems.ts'
import { pageStyle } from './html-page-style.ts'

/** A page for people that works without JavaScript and loads nothing from anywhere, but images if it says so. */
export interface HtmlPage {
  title: string
  /** Whose page it is; null when that is nobody's business. */
  owner: string | null
  body: Html
  hasImages?: boolean
  /** Whether it shows another page of this server in a frame. */
  hasFrame?: boolean
  /** Whether search engines may list it. */
  isPublic?: boolean
}

const styleHash = createHash('sha256').update(pageStyle.text).digest('base64')

const policyFor = ({ hasImages = false, hasFrame = false }: HtmlPage): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    ...(hasImages ? ['img-src https: http:'] : []),
    ...(hasFrame ? ["frame-src 'self'"] : []),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** Besides the headers that every answer has. */
const headersOf = (page: HtmlPage): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policyFor(page),
  // Its address may hold a token.
  'referrer-policy': 'no-referrer',
  ...(!page.isPublic && { 'x-robots-tag': 'noindex, nofollow' }),
})

export const sendHtmlPage = (reply: FastifyReply, status: number, page: HtmlPage): FastifyReply =>
  reply.code(status).headers(headersOf(page)).send(documentOf(page))

const documentOf = ({ title, owner, body }: HtmlPage): string =>
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

/** A page of a heading and a sentence. */
export const noticePage = (title: string, sentence: string, owner: string | null = null): HtmlPage => ({
  title,
  owner,
  body: html`<h1>${title}</h1>
<p>${sentence}</p>`,
})

export const sendNotFoundPage = (reply: FastifyReply): FastifyReply =>
  sendHtmlPage(
    reply,
    404,
    noticePage('There is nothing here', 'The address is not complete, or what it led to has been taken away.'),
  )

/** What goes wrong in these routes is told on a page too, and written to the log when the fault is ours. */
export function renderErrorsAsPages(app: FastifyInstance, log: Log): void {
  app.setErrorHandler((error: FastifyError | Problem, request, reply) => {
    const status = error instanceof Problem ? statusByCode[error.code] : (error.statusCode ?? 500)
    if (status === 404) return sendNotFoundPage(reply)
    if (status < 500) {
      // The rest of what was sent is not read.
      reply.header('connection', 'close')
      return sendHtmlPage(
        reply,
        status,
        noticePage('That could not be read', 'Nothing was changed. Go back to the page and press one of its buttons.'),
      )
    }
    log.error({ err: error, requestId: request.id, route: request.routeOptions.url }, 'request failed')
    return sendHtmlPage(
      reply,
      500,
      noticePage('Something failed on our side', 'Nothing was changed. Please try again in a minute.'),
    )
  })
}

/** Answers 405 to what a path does not know. HEAD comes with every GET (RFC 9110, section 9.1). */
export function rejectOtherMethods(app: FastifyInstance, url: string, allowed: ('GET' | 'POST' | 'OPTIONS')[]): void {
  const others = (['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const).filter(
    (method) => !(allowed as string[]).includes(method),
  )
  const refuse = (_request: FastifyRequest, reply: FastifyReply) => {
    reply.header('allow', ['GET', 'HEAD', ...allowed.filter((method) => method !== 'GET')].join(', '))
    return sendHtmlPage(reply, 405, noticePage('This page can only be read', 'Open its address in a browser.'))
  }
  // Before the body is read.
  app.route({ method: others, url, onRequest: async (request, reply) => refuse(request, reply), handler: () => {} })
}
