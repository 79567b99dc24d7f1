import { compile } from 'html-to-text'
import MarkdownIt, { type StateCore, type Token } from 'markdown-it'
import sanitizeHtml from 'sanitize-html'

// Twenty nested lists. Deeper content is dropped, because the parser processes every level for each line.
const maxLevels = 40
// The same limit as for Heed's other URL fields.
const maxUrlCharacters = 2_048
// The limit for all URLs of one text together: a URL that is defined once can be used many times, with three
// characters each.
const maxTotalUrlCharacters = 500_000

const markdown = new MarkdownIt({ html: false, linkify: true, maxNesting: maxLevels })
// Only text with a scheme is a URL, since README.md and main.rs are files. An email address is recognized by its @.
markdown.linkify.set({ fuzzyLink: false, fuzzyIP: false }).add('ftp:', null).add('//', null)
// After a rejection, linkify retries from the next character, so this must accept everything that linkify finds.
markdown.validateLink = (address) => /^(https?:\/\/|mailto:)/i.test(address)
markdown.core.ruler.push('bound', boundTokens)

/** Keeps headings below the title of the page and URLs within their limits, and removes tooltips. */
function boundTokens({ tokens }: StateCore): void {
  shiftHeadings(tokens)
  let remaining = maxTotalUrlCharacters
  const mayKeep = (token: Token) => {
    const address = String(token.attrGet('href') ?? token.attrGet('src') ?? '')
    remaining -= address.length
    const isUsable = address.length <= maxUrlCharacters && URL.canParse(address)
    return isUsable && remaining >= 0 && (token.type !== 'image' || /^https?:/i.test(address))
  }
  for (const block of tokens) {
    // Turns the style `text-align:right` into the attribute `align="right"`.
    if (block.attrs && /^t[hd]_open$/.test(block.type)) block.attrs = [['align', String(block.attrs[0]![1]).slice(11)]]
    let isDropping = false
    for (const token of block.children ?? []) {
      if (token.type === 'link_close') token.hidden = isDropping
      if (token.type !== 'link_open' && token.type !== 'image') continue
      token.attrs = token.attrs?.filter(([name]) => name !== 'title') ?? null
      const isDropped = !mayKeep(token)
      if (token.type === 'link_open') isDropping = token.hidden = isDropped
      // Leaves the alternative text of the image.
      else if (isDropped) token.type = 'text'
    }
  }
}

/** Shifts all headings so that the highest one becomes an h2. */
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
  // Emphasis can be nested without limit, and a consumer of the HTML may recurse into it.
  nestingLimit: 2 * maxLevels,
  transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'noopener nofollow ugc' }) },
}

/**
 * Renders Markdown (CommonMark, tables, strikethrough, bare URLs) as HTML that is safe on any page: no raw HTML, no
 * styles, classes or ids, links only to http, https and mailto, images only from http and https. Headings begin at h2.
 */
export const renderMarkdown = (source: string): string => sanitizeHtml(markdown.render(source), sanitizeOptions)

/** Renders the same HTML block by block, for a caller that stops early. */
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
  limits: { maxDepth: 4 * maxLevels },
  selectors: [
    { selector: 'a', options: { linkBrackets: ['<', '>'], hideLinkHrefIfSameAsText: true } },
    { selector: 'img', options: { linkBrackets: ['<', '>'] } },
    { selector: 'hr', options: { length: 3 } },
    { selector: 'ul', options: { itemPrefix: '- ' } },
    { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    // Columns are not aligned: padding every row to the longest word could multiply the size.
    ...['th', 'td'].map((selector) => ({ selector, format: 'inlineSurround', options: { prefix: '| ' } })),
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
      selector,
      options: { uppercase: false, leadingLineBreaks: 2 },
    })),
  ],
})

/** Converts HTML to text with lines of at most 76 characters, unless a word is longer. Shows the URLs of links and images. */
export const htmlToText = (html: string): string => toText(html).trim()
