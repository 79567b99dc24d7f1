import MarkdownIt from 'markdown-it'

const markdown = new MarkdownIt({ html: true })

/** Customers' Markdown, so that what stands below it is read as what it is. */
export const escapeUntrustedMarkdown = (text: string): string => closeOpenFence(escapeMarkdownHtml(text))

/** Closes a block of code that would go on to the end of whatever it is put into. */
export function closeOpenFence(text: string): string {
  const last = markdown.parse(`${text}\n\n---`, {}).at(-1)!
  return last.type === 'fence' ? `${text}\n${last.markup}` : text
}

/**
 * HTML in it as the text that it is everywhere in Heed: an open comment or `<details>` would hide what follows. Code stays
 * as it is, as far as it certainly is code.
 */
export function escapeMarkdownHtml(text: string): string {
  if (!hasHtml(text)) return text
  const escaped = text.replaceAll(codeOrTag, (found) => (found === '<' ? '&lt;' : found))
  return hasHtml(escaped) ? text.replaceAll(tag, '&lt;') : escaped
}

const hasHtml = (text: string): boolean =>
  text.includes('<') &&
  markdown
    .parse(text, {})
    .some(({ type, children }) => type === 'html_block' || children?.some((inner) => inner.type === 'html_inline'))

/** Where HTML may begin, and no address in angle brackets does. */
const tag = /<(?=[a-z/!?])(?![a-z][a-z\d+.-]{1,31}:[^\s<>]*>)(?![\w.+-]+@[\w.-]+>)/gi

/** Fences at the beginning of a line, spans, and between them what may be HTML. */
const codeOrTag = new RegExp(
  [
    /^ {0,3}(?<fence>`{3,}|~{3,})[^\n]*\n(?:[^\n]*\n)*? {0,3}\k<fence>[`~]*[ \t\r]*$/,
    /(?<![\\`])(?<ticks>`+)(?!`)[\s\S]*?(?<!`)\k<ticks>(?!`)/,
    tag,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gim',
)
