import { type HtmlValue, html } from './html.ts'

// Everything but what XML 1.0 has as a character (section 2.2): not even an entity may stand for it.
const forbidden = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

/** An XML document. Values are text, and are escaped as in HTML, unless they were made by `html`. */
export const xml = (literals: TemplateStringsArray, ...values: HtmlValue[]): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n${html(literals, ...values).text.replaceAll(forbidden, '')}`
