import { type HtmlValue, html } from './html.ts'

// Characters that XML 1.0 (section 2.2) forbids, even as entities.
const forbidden = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

/** Builds an XML document. Escapes values as in HTML, unless `html` built them. */
export const xml = (literals: TemplateStringsArray, ...values: HtmlValue[]): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n${html(literals, ...values).text.replaceAll(forbidden, '')}`
