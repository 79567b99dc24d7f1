import { createRequire } from 'node:module'
import type { FormatCallback } from 'html-to-text'

const load = createRequire(import.meta.url)

/** Returns a value of a file as text that PostgreSQL stores: no NUL, no unpaired surrogates, `\n` for line breaks. */
export function toText(value: unknown): string {
  const text =
    typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? `${value}` : ''
  return text.replaceAll('\u0000', '').toWellFormed().replace(/\r\n?/g, '\n').trim()
}

/** Truncates a text to a number of characters, as PostgreSQL counts them. */
export function cut(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text
  const characters = [...text]
  return characters.length <= maxCharacters
    ? text
    : `${characters
        .slice(0, maxCharacters - 1)
        .join('')
        .trimEnd()}…`
}

// A tag that the editors of feedback products write. Text that only contains a `<` is not HTML.
const htmlPattern =
  /<\/?(p|br|div|span|strong|em|b|i|u|a|ul|ol|li|h[1-6]|blockquote|pre|code|img|table|figure)(\s[^>]*)?\/?>/i

const marker =
  (mark: string): FormatCallback =>
  (element, walk, builder) => {
    builder.addLiteral(mark)
    walk(element.children, builder)
    builder.addLiteral(mark)
  }

const link: FormatCallback = (element, walk, builder) => {
  const href = safeUrl(element.attribs?.href)
  if (href === null) return walk(element.children, builder)
  builder.addLiteral('[')
  walk(element.children, builder)
  builder.addLiteral(`](${href})`)
}

const image: FormatCallback = (element, _walk, builder) => {
  const src = safeUrl(element.attribs?.src)
  if (src !== null) builder.addLiteral(`[${(element.attribs?.alt || 'Image').replaceAll(/[[\]]/g, '')}](${src})`)
}

/** Only web addresses: `javascript:` and `data:` never reach a page. */
function safeUrl(address: unknown): string | null {
  if (typeof address !== 'string' || !URL.canParse(address)) return null
  const url = new URL(address)
  return url.protocol === 'https:' || url.protocol === 'http:'
    ? url.href.replaceAll('(', '%28').replaceAll(')', '%29')
    : null
}

let convert: ((html: string) => string) | undefined

function createConverter(): (html: string) => string {
  const { compile } = load('html-to-text') as typeof import('html-to-text')
  const markers: Record<string, string> = { strong: '**', b: '**', em: '*', i: '*', code: '`', s: '~~', del: '~~' }
  return compile({
    wordwrap: false,
    // Far beyond real texts. Deeper or longer parts are left out.
    limits: { maxDepth: 60, maxInputLength: 1_000_000 },
    formatters: {
      link,
      image,
      ...Object.fromEntries(Object.entries(markers).map(([tag, mark]) => [`mark-${tag}`, marker(mark)])),
    },
    selectors: [
      { selector: 'a', format: 'link' },
      { selector: 'img', format: 'image' },
      { selector: 'ul', options: { itemPrefix: '- ' } },
      { selector: 'script', format: 'skip' },
      { selector: 'style', format: 'skip' },
      ...[1, 2, 3, 4, 5, 6].map((level) => ({
        selector: `h${level}`,
        options: { uppercase: false, leadingLineBreaks: 2 },
      })),
      ...Object.keys(markers).map((tag) => ({ selector: tag, format: `mark-${tag}` })),
    ],
  })
}

/** Returns a text as Markdown. HTML, as most products export it, becomes Markdown; other texts are Markdown already. */
export function toMarkdown(value: unknown): string {
  const text = toText(value)
  if (!htmlPattern.test(text)) return text
  convert ??= createConverter()
  return convert(text).trim()
}
