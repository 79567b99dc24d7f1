import { createRequire } from 'node:module'
import type { HtmlToTextOptions } from 'html-to-text'
import MarkdownIt, { type StateCore, type Token } from 'markdown-it'
import type { IFrame, IOptions } from 'sanitize-html'
import { splitPlainParagraphs } from './plain-markdown.ts'

// Twenty nested lists. Deeper content is dropped, because the parser processes every level for each line.
const maxLevels = 40
// The same limit as for Heed's other URL fields.
const maxUrlCharacters = 2_048
// The limit for all URLs of one text together: a URL that is defined once can be used many times, with three
// characters each.
const maxTotalUrlCharacters = 500_000

// Loaded with the first text: they take 7 MB, and a process that serves only the API needs neither.
const load = createRequire(import.meta.url)
let sanitizer: typeof import('sanitize-html') | undefined
let converters: Record<'wrapped' | 'unwrapped', (html: string) => string> | undefined

function sanitize(html: string, options: IOptions): string {
  sanitizer ??= load('sanitize-html') as typeof import('sanitize-html')
  return sanitizer(html, options)
}

// An uploaded file (files/url.ts).
const ownFile = /^\/files\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\/[A-Za-z0-9._-]{1,100}$/

/** The surface that a text is rendered for. */
interface Environment {
  filesBase: string | null
}

function createParser() {
  const parser = new MarkdownIt({ html: false, linkify: true, maxNesting: maxLevels })
  // Only text with a scheme is a URL, since README.md and main.rs are files. An email address is recognized by its @.
  parser.linkify.set({ fuzzyLink: false, fuzzyIP: false }).add('ftp:', null).add('//', null)
  // After a rejection, linkify retries from the next character, so this must accept everything that linkify finds.
  parser.validateLink = (address) => /^(https?:\/\/|mailto:)/i.test(address) || ownFile.test(address)
  parser.core.ruler.push('bound', boundTokens)
  return parser
}

const markdown = createParser()
const customerMarkdown = createParser()
customerMarkdown.core.ruler.before('bound', 'images as links', linkImages)

/** Turns images from elsewhere into links to them, because an image would tell its host who reads the page. */
function linkImages({ tokens, Token }: StateCore): void {
  for (const block of tokens) {
    let links = 0
    block.children =
      block.children?.flatMap((token) => {
        links += token.type === 'link_open' ? 1 : token.type === 'link_close' ? -1 : 0
        if (token.type !== 'image') return [token]
        const address = String(token.attrGet('src'))
        if (ownFile.test(address)) return [token]
        const text = Object.assign(new Token('text', '', 0), { content: token.content || address })
        if (links > 0) return [text]
        const open = Object.assign(new Token('link_open', 'a', 1), { attrs: [['href', address]] })
        return [open, text, new Token('link_close', 'a', -1)]
      }) ?? null
  }
}

/** Keeps headings below the title of the page and URLs within their limits, completes those of files, and removes tooltips. */
function boundTokens({ tokens, env }: StateCore): void {
  const { filesBase } = env as unknown as Environment
  shiftHeadings(tokens)
  let remaining = maxTotalUrlCharacters
  const mayKeep = (token: Token) => {
    const name = token.type === 'image' ? 'src' : 'href'
    const address = String(token.attrGet(name) ?? '')
    remaining -= address.length
    if (ownFile.test(address)) {
      if (filesBase !== null) token.attrSet(name, `${filesBase}${address}`)
      return filesBase !== null && remaining >= 0
    }
    const isUsable = address.length <= maxUrlCharacters && URL.canParse(address)
    return isUsable && remaining >= 0 && (token.type !== 'image' || /^https:/i.test(address))
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

const allowedTags = [
  ...['p', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code', 'hr', 'br'],
  ...['em', 'strong', 's', 'a', 'img', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
]

const sanitizeOptions: IOptions = {
  allowedTags,
  allowedAttributes: { a: ['href', 'rel'], img: ['src', 'alt'], ol: ['start'], th: [alignment], td: [alignment] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesByTag: { img: ['https'] },
  allowProtocolRelative: false,
  // Emphasis can be nested without limit, and a consumer of the HTML may recurse into it.
  nestingLimit: 2 * maxLevels,
  transformTags: { a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, rel: 'noopener nofollow ugc' } }) },
}

/** Returns the options for text of the team, or of a customer, who may show only uploaded images. */
function sanitizeOptionsFor({ filesBase }: Environment, isByCustomer: boolean): IOptions {
  const isForeign = ({ tag, attribs }: IFrame) =>
    tag === 'img' && (filesBase === null || !attribs.src?.startsWith(`${filesBase}/files/`))
  return {
    ...sanitizeOptions,
    // An instance without TLS, such as one on the developer's machine, serves its own images.
    ...(filesBase?.startsWith('http:') && { allowedSchemesByTag: { img: ['https', 'http'] } }),
    ...(isByCustomer && { exclusiveFilter: isForeign }),
  }
}

/**
 * Renders Markdown (CommonMark, tables, strikethrough, bare URLs) as HTML that is safe on any page: no raw HTML, no
 * styles, classes or ids, links only to http, https, mailto and uploaded files, images only from https and uploaded ones.
 * Headings begin at h2. For text of the team.
 * @param filesBase what precedes `/files/…` in the URLs of uploaded files. Null leaves out their images and links.
 */
export function renderMarkdown(source: string, filesBase: string | null = null): string {
  const environment = { filesBase }
  return sanitize(markdown.render(source, environment), sanitizeOptionsFor(environment, false))
}

/** Renders text of a customer in the same way, with links instead of images from elsewhere. */
export function renderCustomerMarkdown(source: string, filesBase: string | null = null): string {
  const environment = { filesBase }
  return sanitize(customerMarkdown.render(source, environment), sanitizeOptionsFor(environment, true))
}

/** Renders the same HTML as `renderMarkdown` block by block, for a caller that stops early. */
export function* renderMarkdownBlocks(source: string, filesBase: string | null = null): Generator<string> {
  const { renderer, options } = markdown
  const environment = { filesBase }
  const sanitizing = sanitizeOptionsFor(environment, false)
  const tokens = markdown.parse(source, environment)
  let start = 0
  for (const [index, { level, nesting }] of tokens.entries()) {
    if (level > 0 || nesting > 0) continue
    yield sanitize(renderer.render(tokens.slice(start, index + 1), options, environment), sanitizing)
    start = index + 1
  }
}

// After which a block needs no separator from the next one.
const sentenceEnd = /[\p{P}\p{S}]$/u

/**
 * Converts Markdown to one line of plain text, without markup and URLs of links. Separates blocks, such as paragraphs and
 * list items, by a dot where no punctuation does.
 */
export const markdownToLine = (source: string): string =>
  joinBlocks(splitPlainParagraphs(source) ?? parseBlocks(source))

/** Returns the texts of the blocks in Markdown. */
export const parseBlocks = (source: string): string[] =>
  markdown
    .parse(source, { filesBase: null })
    .map(({ type, content, children }) => (type === 'inline' ? plainText(children ?? []) : content))

/** Joins the texts of blocks to one line. */
export function joinBlocks(blocks: string[]): string {
  let line = ''
  for (const block of blocks) {
    const text = block.replaceAll(/\s+/g, ' ').trim()
    if (text !== '') line += line === '' ? text : `${sentenceEnd.test(line) ? ' ' : ' · '}${text}`
  }
  return line
}

const plainText = (tokens: Token[]): string =>
  tokens.map(({ type, content }) => (/break$/.test(type) ? ' ' : content)).join('')

const lineCharacters = 76

const textOptions: HtmlToTextOptions = {
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
}

function loadConverters() {
  const { compile } = load('html-to-text') as typeof import('html-to-text')
  return {
    wrapped: compile({ ...textOptions, wordwrap: lineCharacters }),
    unwrapped: compile({ ...textOptions, wordwrap: false }),
  }
}

/**
 * Converts HTML to text and shows the URLs of links and images.
 * @param isWrapped whether lines have at most 76 characters, unless a word is longer
 */
export function htmlToText(html: string, { isWrapped = true } = {}): string {
  converters ??= loadConverters()
  return converters[isWrapped ? 'wrapped' : 'unwrapped'](html).trim()
}
