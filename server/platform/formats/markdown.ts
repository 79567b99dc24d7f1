import { compile } from 'html-to-text'
import MarkdownIt, { type StateCore, type Token } from 'markdown-it'
import sanitizeHtml from 'sanitize-html'

// Twenty lists inside one another. What is deeper is left out: each level is looked at for every line.
const levelsAtMost = 40
// As long as the addresses that other fields of Heed take.
const addressCharactersAtMost = 2_048
// All addresses of one text. An address that is defined once can be used in three characters, ten thousand times.
const allAddressesAtMost = 500_000

const markdown = new MarkdownIt({ html: false, linkify: true, maxNesting: levelsAtMost })
// Only what has a scheme is an address: README.md and main.rs are files. A mailbox is recognized by its @.
markdown.linkify.set({ fuzzyLink: false, fuzzyIP: false }).add('ftp:', null).add('//', null)
// What is refused here is read again from its next character on, so this says no to nothing that was found in plain text.
markdown.validateLink = (address) => /^(https?:\/\/|mailto:)/i.test(address)
markdown.core.ruler.push('bound', boundTokens)

/** Headings stay below the title of what the text belongs to; addresses stay within bounds; nothing has a tooltip. */
function boundTokens({ tokens }: StateCore): void {
  shiftHeadings(tokens)
  let left = allAddressesAtMost
  const mayKeep = (token: Token) => {
    const address = String(token.attrGet('href') ?? token.attrGet('src') ?? '')
    left -= address.length
    const isUsable = address.length <= addressCharactersAtMost && URL.canParse(address)
    return isUsable && left >= 0 && (token.type !== 'image' || /^https?:/i.test(address))
  }
  for (const block of tokens) {
    // `text-align:right` is a style; `right` is an attribute.
    if (block.attrs && /^t[hd]_open$/.test(block.type)) block.attrs = [['align', String(block.attrs[0]![1]).slice(11)]]
    let isDropping = false
    for (const token of block.children ?? []) {
      if (token.type === 'link_close') token.hidden = isDropping
      if (token.type !== 'link_open' && token.type !== 'image') continue
      token.attrs = token.attrs?.filter(([name]) => name !== 'title') ?? null
      const isDropped = !mayKeep(token)
      if (token.type === 'link_open') isDropping = token.hidden = isDropped
      // Its alternative text.
      else if (isDropped) token.type = 'text'
    }
  }
}

/** Whatever level the highest heading has, it becomes h2, and those below it follow. */
function shiftHeadings(tokens: Token[]): void {
  const headings = tokens.filter(({ type }) => type.startsWith('heading_'))
  const levelOf = ({ tag }: Token) => Number(tag.slice(1))
  const shift = 2 - headings.reduce((highest, heading) => Math.min(highest, levelOf(heading)), 6)
  for (const heading of headings) heading.tag = `h${Math.min(levelOf(heading) + shift, 6)}`
}

const alignment = { name: 'align', values: ['left', 'center', 'right'] }

const sanitizeOptions: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['p', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code', 'hr', 'br'],
    ...['em', 'strong', 's', 'a', 'img', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  allowedAttributes: { a: ['href', 'rel'], img: ['src', 'alt'], ol: ['start'], th: [alignment], td: [alignment] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowProtocolRelative: false,
  // Emphasis can be nested without end; whoever reads the result may go down into it level by level.
  nestingLimit: 2 * levelsAtMost,
  transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'noopener nofollow ugc' }) },
}

/**
 * Markdown (CommonMark, tables, strikethrough, bare addresses) as HTML that is safe on any page: no raw HTML, links to
 * http, https and mailto, images by http and https, no styles, classes or ids. Headings begin at h2.
 */
export const renderMarkdown = (source: string): string => sanitizeHtml(markdown.render(source), sanitizeOptions)

/** The same, one paragraph, list, table, … after the other, for a reader that stops early. */
export function* renderMarkdownBlocks(source: string): Generator<string> {
  const { renderer, options } = markdown
  const environment = {}
  const tokens = markdown.parse(source, environment)
  let start = 0
  for (const [index, { level, nesting }] of tokens.entries()) {
    if (level > 0 || nesting > 0) continue
    yield sanitizeHtml(renderer.render(tokens.slice(start, index + 1), options, environment), sanitizeOptions)
    start = index + 1
  }
}

const lineCharacters = 76

const toText = compile({
  wordwrap: lineCharacters,
  limits: { maxDepth: 4 * levelsAtMost },
  selectors: [
    { selector: 'a', options: { linkBrackets: ['<', '>'], hideLinkHrefIfSameAsText: true } },
    { selector: 'img', options: { linkBrackets: ['<', '>'] } },
    { selector: 'hr', options: { length: 3 } },
    { selector: 'ul', options: { itemPrefix: '- ' } },
    { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    // Not lined up: that would repeat the width of the longest word in every row.
    ...['th', 'td'].map((selector) => ({ selector, format: 'inlineSurround', options: { prefix: '| ' } })),
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
      selector,
      options: { uppercase: false, leadingLineBreaks: 2 },
    })),
  ],
})

/** HTML as text of lines of 76 characters, where words allow it. Links and images show their address. */
export const htmlToText = (html: string): string => toText(html).trim()
