import MarkdownIt, { type Token } from 'markdown-it'

/**
 * Customers' Markdown, so that it notifies nobody and leaves no trace in other issues: a zero-width space stands between
 * the sign and what it would call (`@name`, `#12`, `acme/app#12`, `GH-12`), which nobody sees and everybody can remove.
 * Addresses keep working: an `@` in one is written `%40`, and one of an issue goes over redirect.github.com, GitHub's own
 * address for links that are not to show up at the other end. What is certainly code stays as it is, so that it can be
 * copied: GitHub calls nobody from there.
 */
export function escapeMentions(text: string): string {
  const { quoted, marksInCode } = escapeOutsideCode(text)
  return marksInCode === countMentionsInCode(quoted) ? quoted : escapeAll(text)
}

const zeroWidthSpace = '\u200b'

// A backslash takes the meaning from a reference, unless another one takes it from the backslash.
const references = /(?<=(?<!\\)(?:\\\\)*)&(?:#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]\w{1,31});/gi

/** What GitHub would act upon. Character references come before signs: GitHub reads `&#64;` as it reads `@`. */
const mentionPattern = new RegExp(
  [
    /(?<![a-z0-9])https?:\/\/[^\s<>\])]+/,
    references,
    // After a letter or a digit it belongs to an address of mail.
    /(?<![a-z0-9])@(?=[a-z0-9&])/,
    /#(?=[0-9&])/,
    /(?<![a-z0-9])gh-(?=[0-9&])/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gi',
)

const escapeAll = (text: string): string => text.replaceAll(mentionPattern, escapeMatch)

function escapeMatch(found: string): string {
  if (/^https?:/i.test(found)) return escapeUrl(found)
  return found.startsWith('&') ? escapeReference(found) : `${found}${zeroWidthSpace}`
}

const issueUrl = /^https?:\/\/(?:www\.)?github\.com(?=\/[\w.-]+\/[\w.-]+\/(?:issues|pull|discussions)\/\d)/i

// GitHub makes no link of an address in brackets, and then looks for calls in it. A number behind its # stays all the
// same: it leads to a place on a page, and without a link to an issue that nobody is told about.
const escapeUrl = (address: string): string =>
  address
    .replace(issueUrl, 'https://redirect.github.com')
    .replaceAll(references, escapeReference)
    .replaceAll(/(?<![a-z0-9])@/gi, '%40')

/** Read, where it stands for a part of a call: letters, digits and the signs. Any other stays. */
function escapeReference(reference: string): string {
  const character = characterOf(reference)
  if (/^[@#-]$/.test(character)) return `${character}${zeroWidthSpace}`
  return /^[a-z0-9]$/i.test(character) ? `${zeroWidthSpace}${character}${zeroWidthSpace}` : reference
}

function characterOf(reference: string): string {
  if (reference === '&commat;') return '@'
  if (reference === '&num;') return '#'
  const [, hexadecimal, decimal] = /^&#(?:x([0-9a-f]+)|(\d+));$/i.exec(reference) ?? []
  const code = hexadecimal ? Number.parseInt(hexadecimal, 16) : Number(decimal)
  return code > 0 && code < 128 ? String.fromCharCode(code) : ''
}

const countMentions = (text: string): number =>
  [...text.matchAll(mentionPattern)].filter(([found]) => escapeMatch(found) !== found).length

/** Fences at the beginning of a line, and spans within a paragraph. */
const code = new RegExp(
  [
    /^ {0,3}(?<fence>`{3,}|~{3,})[^\n]*(?:\n(?! {0,3}\k<fence>)[^\n]*)*(?:\n {0,3}\k<fence>[`~]*[ \t\r]*$)?/,
    /(?<![\\`])(?<ticks>`+)(?!`)(?:(?!\n[ \t\r]*\n)[\s\S])+?(?<!`)\k<ticks>(?!`)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gm',
)

function escapeOutsideCode(text: string): { quoted: string; marksInCode: number } {
  let quoted = ''
  let marksInCode = 0
  let end = 0
  for (const { 0: piece, index } of text.matchAll(code)) {
    quoted += escapeAll(text.slice(end, index)) + piece
    marksInCode += countMentions(piece)
    end = index + piece.length
  }
  return { quoted: quoted + escapeAll(text.slice(end)), marksInCode }
}

const markdown = new MarkdownIt({ html: true })

/**
 * Whether something is code is for a parser to say, and a customer may try to make it look so. What was left alone must
 * all be found again in what a parser holds for code.
 */
function countMentionsInCode(text: string): number {
  const countOf = ({ type, content, children }: Token): number =>
    ['fence', 'code_block', 'code_inline'].includes(type)
      ? countMentions(content)
      : (children ?? []).reduce((sum, child) => sum + countOf(child), 0)
  if (!/[`~]/.test(text)) return 0
  return markdown.parse(text, {}).reduce((sum, token) => sum + countOf(token), 0)
}
