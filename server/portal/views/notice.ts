import { type Html, html } from '../../platform/formats/html.ts'

/** Renders a page of one heading, one sentence and links or buttons. */
export const notice = (title: string, text: string, actions: Html): Html =>
  html`<div class="notice-page"><h1>${title}</h1>
<p>${text}</p>
${actions}</div>`
