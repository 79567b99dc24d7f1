import { type Html, html } from '../../platform/formats/html.ts'
import { type PageResponse, pageResponse } from '../http/response.ts'

/** A page of one heading, one sentence and links or buttons. */
export interface Notice {
  title: string
  text: string
  actions: Html
}

/** Renders the body of a notice. */
export const notice = ({ title, text, actions }: Notice): Html =>
  html`<div class="notice-page"><h1>${title}</h1>
<p>${text}</p>
${actions}</div>`

/** Builds a page that shows a notice. */
export const noticeResponse = (
  parts: Notice,
  { status = 200, section = null }: Partial<Pick<PageResponse, 'status' | 'section'>> = {},
): PageResponse => pageResponse({ status, section, title: parts.title, body: notice(parts) })
