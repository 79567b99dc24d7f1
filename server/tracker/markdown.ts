import MarkdownIt from 'markdown-it'

const markdown = new MarkdownIt({ html: true })

/** Escapes untrusted Markdown so that it cannot affect what follows it. */
export const escapeUntrustedMarkdown = (text: string): string => closeOpenFence(escapeMarkdownHtml(text))

/** Closes a code fence that would otherwise swallow everything after it. */
export function closeOpenFence(text: string): string {
  const last = markdown.parse(`${text}\n\n---`, {}).at(-1)!
  return last.type === 'fence' ? `${text}\n${last.markup}` : text
}

/**
 * Escapes HTML, which Heed treats as plain text everywhere: an unclosed comment or `<details>` would hide what follows.
 * Code is left alone if it certainly is code.
 */
export function escapeMarkdownHtml(text: string): string {
  if (!hasHtml(text)) return text
  const escaped = text.replaceAll(codeOrTag, (match) => (match === '<' ? '&lt;' : match))
  return hasHtml(escaped) ? text.replaceAll(tag, '&lt;') : escaped
}

const hasHtml = (text: string): boolean =>
  text.includes('<') &&
  markdown
    .parse(text, {})
    .some(({ type, children }) => type === 'html_block' || children?.some((child) => child.type === 'html_inline'))

/** Matches the start of possible HTML, but not of an autolink in angle brackets. */
const tag = /<(?=[a-z/!?])(?![a-z][a-z\d+.-]{1,31}:[^\s<>]*>)(?![\w.+-]+@[\w.-]+>)/gi

/** Matches fences at the start of a line, code spans and, between them, possible HTML. */
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

// The path of an uploaded file (files/url.ts).
const fileReference =
  /!?\[((?:[^[\]\\]|\\.)*)\]\(\/files\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\/([A-Za-z0-9._-]+)(?:[ \t]+"[^"]*")?\)/g

/** Replaces images and links of uploaded files in Markdown by their names, for places that have no session to show them. */
export const withoutFiles = (markdown: string): string =>
  markdown.replaceAll(fileReference, (_match, text: string, name: string) => text.trim() || name)
