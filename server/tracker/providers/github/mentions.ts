import MarkdownIt, { type Token } from 'markdown-it'

/**
 * Escapes untrusted Markdown so that it notifies no one and leaves no reference in other issues. An invisible
 * zero-width space separates the sign from the name (`@name`, `#12`, `acme/app#12`, `GH-12`). URLs keep working: `@`
 * becomes `%40`, and an issue's URL goes through redirect.github.com, GitHub's own host for links that leave no
 * backlink. Text that is certainly code stays unchanged, so that it can be copied: GitHub ignores mentions in code.
 */
export function escapeMentions(text: string): string {
  const { escaped, mentionsInCode } = escapeOutsideCode(text)
  return mentionsInCode === countMentionsInCode(escaped) ? escaped : escapeAll(text)
}

const zeroWidthSpace = '\u200b'

// A backslash escapes a character reference, unless the backslash itself is escaped.
const references = /(?<=(?<!\\)(?:\\\\)*)&(?:#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]\w{1,31});/gi

/** Matches what GitHub would act on. Character references come first, because GitHub reads `&#64;` as `@`. */
const mentionPattern = new RegExp(
  [
    /(?<![a-z0-9])https?:\/\/[^\s<>\])]+/,
    references,
    // After a letter or digit, it belongs to an email address.
    /(?<![a-z0-9])@(?=[a-z0-9&])/,
    /#(?=[0-9&])/,
    /(?<![a-z0-9])gh-(?=[0-9&])/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gi',
)

const escapeAll = (text: string): string => text.replaceAll(mentionPattern, escapeMatch)

function escapeMatch(match: string): string {
  if (/^https?:/i.test(match)) return escapeUrl(match)
  return match.startsWith('&') ? escapeReference(match) : `${match}${zeroWidthSpace}`
}

const issueUrl = /^https?:\/\/(?:www\.)?github\.com(?=\/[\w.-]+\/[\w.-]+\/(?:issues|pull|discussions)\/\d)/i

// GitHub does not link a URL in brackets, and then looks for mentions in it. A number after # stays: it is a fragment,
// and without an issue's URL before it, it notifies no one.
const escapeUrl = (url: string): string =>
  url
    .replace(issueUrl, 'https://redirect.github.com')
    .replaceAll(references, escapeReference)
    .replaceAll(/(?<![a-z0-9])@/gi, '%40')

/** Decodes and separates a reference to a letter, a digit or a sign, which can be part of a mention. */
function escapeReference(reference: string): string {
  const character = decodeReference(reference)
  if (/^[@#-]$/.test(character)) return `${character}${zeroWidthSpace}`
  return /^[a-z0-9]$/i.test(character) ? `${zeroWidthSpace}${character}${zeroWidthSpace}` : reference
}

function decodeReference(reference: string): string {
  if (reference === '&commat;') return '@'
  if (reference === '&num;') return '#'
  const [, hexadecimal, decimal] = /^&#(?:x([0-9a-f]+)|(\d+));$/i.exec(reference) ?? []
  const code = hexadecimal ? Number.parseInt(hexadecimal, 16) : Number(decimal)
  return code > 0 && code < 128 ? String.fromCharCode(code) : ''
}

const countMentions = (text: string): number =>
  [...text.matchAll(mentionPattern)].filter(([match]) => escapeMatch(match) !== match).length

/** Matches fences at the start of a line, and code spans within a paragraph. */
const code = new RegExp(
  [
    /^ {0,3}(?<fence>`{3,}|~{3,})[^\n]*(?:\n(?! {0,3}\k<fence>)[^\n]*)*(?:\n {0,3}\k<fence>[`~]*[ \t\r]*$)?/,
    /(?<![\\`])(?<ticks>`+)(?!`)(?:(?!\n[ \t\r]*\n)[\s\S])+?(?<!`)\k<ticks>(?!`)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gm',
)

function escapeOutsideCode(text: string): { escaped: string; mentionsInCode: number } {
  let escaped = ''
  let mentionsInCode = 0
  let end = 0
  for (const { 0: codeText, index } of text.matchAll(code)) {
    escaped += escapeAll(text.slice(end, index)) + codeText
    mentionsInCode += countMentions(codeText)
    end = index + codeText.length
  }
  return { escaped: escaped + escapeAll(text.slice(end)), mentionsInCode }
}

const markdown = new MarkdownIt({ html: true })

/**
 * Counts the mentions in what a Markdown parser considers code. A customer could disguise text as code, so every
 * mention that was left unescaped must be found here again.
 */
function countMentionsInCode(text: string): number {
  const countIn = ({ type, content, children }: Token): number =>
    ['fence', 'code_block', 'code_inline'].includes(type)
      ? countMentions(content)
      : (children ?? []).reduce((sum, child) => sum + countIn(child), 0)
  if (!/[`~]/.test(text)) return 0
  return markdown.parse(text, {}).reduce((sum, token) => sum + countIn(token), 0)
}
