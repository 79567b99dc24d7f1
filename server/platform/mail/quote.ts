import { type Html, html } from '../formats/html.ts'
import { htmlToText, renderCustomerMarkdown } from '../formats/markdown.ts'
import { cleanLine } from '../formats/visible-text.ts'

/** Quoted text by an author who does not speak for the sender. */
export interface Quote {
  /** For the HTML part: a quote block. */
  markup: Html
  /** For the text part: every line begins with “> ”. */
  text: string
  /** The same on one line. */
  line: string
}

// Common endings of files that are no top-level domains, so that mail clients do not link “Node.js”.
const fileEndings =
  'js|mjs|jsx|ts|tsx|css|scss|html?|json|ya?ml|xml|csv|txt|pdf|png|jpe?g|gif|svg|docx?|xlsx?|exe|log|sql|java|cpp'
const hostDot = new RegExp(
  `(?<=[\\p{L}\\p{N}])[.\\uff0e](?=\\p{L}{2})(?!(?:${fileEndings})(?![\\p{L}\\p{N}/:@-]|\\.[\\p{L}\\p{N}]))`,
  'giu',
)

/**
 * Writes addresses so that no mail client turns them into links: “https[:]//example[.]com”. Clients look for addresses in
 * both parts of a message, also across elements, so only changed characters prevent it. Brackets are the usual notation
 * for addresses that must not be followed, and remain readable.
 */
export const inertText = (text: string): string =>
  text
    .replaceAll(/(?<=\p{L}):(?=\/\/)/gu, '[:]')
    .replaceAll(/(?<=\bmailto|\btel):/gi, '[:]')
    .replaceAll(hostDot, '[.]')

/** Returns one line of a customer's text for a sentence of a message. */
export const inertLine = (text: string): string => inertText(cleanLine(text))

/**
 * Quotes Markdown that a customer wrote as plain text without links and images. Shows the addresses of links.
 * @param maxCharacters of the text; the rest is left out
 */
export function quoteCustomer(source: string, maxCharacters: number): Quote & { isComplete: boolean } {
  const whole = inertText(htmlToText(renderCustomerMarkdown(source), { isWrapped: false }))
  const letters = [...whole]
  const text = letters.slice(0, maxCharacters).join('').trimEnd()
  const paragraphs = text.split(/\n{2,}/).map((paragraph) => paragraph.split('\n').map(cleanLine))
  return {
    markup: quoteBlock(paragraphs),
    text: paragraphs
      .map((lines) =>
        lines
          .flatMap(wrap)
          .map((line) => `> ${line}`)
          .join('\n'),
      )
      .join('\n>\n'),
    line: cleanLine(text),
    isComplete: letters.length <= maxCharacters,
  }
}

const quoteStyle = 'margin:0 0 16px;padding:4px 16px;border-inline-start:3px solid #d9d5cf;color:#5f5a53'

const quoteBlock = (paragraphs: string[][]): Html =>
  html`<blockquote class="quiet" dir="auto" lang="" style="${quoteStyle};font-size:16px;line-height:1.55">
${paragraphs.map((lines) => html`<p dir="auto" style="margin:0 0 8px">${lines.map((line, index) => html`${index > 0 ? html`<br>` : null}${line}`)}</p>\n`)}</blockquote>`

const lineCharacters = 74

/** Wraps a line between words; a longer word stays whole. */
function wrap(line: string): string[] {
  const lines = ['']
  for (const word of line.split(' ')) {
    const last = lines.at(-1)!
    if (last === '') lines[lines.length - 1] = word
    else if (last.length + 1 + word.length <= lineCharacters) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
