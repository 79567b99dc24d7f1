import MarkdownIt, { type Token } from 'markdown-it'
import { inlineToAdf, stripInvalidXml } from './inline-to-adf.ts'
import type { AdfNode } from './types.ts'

// Twenty nested lists. The parser checks every level for every line, so depth costs time.
const maxNestingLevel = 40
// The limit of Jira's own editor. Deeper items are kept at the deepest allowed level.
const maxListDepth = 6

const markdown = new MarkdownIt({ html: false, linkify: true, maxNesting: maxNestingLevel })
markdown.linkify.set({ fuzzyLink: false, fuzzyIP: false }).add('ftp:', null).add('//', null)
markdown.validateLink = (url) => /^(https?:\/\/|mailto:)/i.test(url)
// URLs are shown as written, because the backlink is searched for as text.
markdown.normalizeLinkText = (url) => url

/**
 * Converts Markdown into blocks that Jira accepts: only nodes that their parents allow, no empty text, and links only
 * to http, https and mailto. It never mentions anyone, because it creates no mention nodes.
 */
export function markdownToAdf(source: string): AdfNode[] {
  const tokens = markdown.parse(source, {})
  if (tokens.some(isTooDeep)) return plainParagraphs(source)
  const root: AdfNode = { type: 'doc', content: [] }
  const open: AdfNode[] = [root]
  for (const token of tokens) {
    const parent = open.at(-1)!
    if (token.nesting === 1) open.push(openNode(token, open))
    else if (token.nesting === -1) open.pop()
    else addToken(token, parent)
  }
  return root.content!.flatMap(finishNode)
}

/** Whether the nesting is so deep that the parser has dropped content. */
const isTooDeep = ({ type, level }: Token): boolean =>
  (type === 'blockquote_open' || type === 'list_item_open') && level >= maxNestingLevel - 1

/** Converts each line into a plain paragraph. */
const plainParagraphs = (source: string): AdfNode[] =>
  source
    .split(/\r\n|[\n\r]/)
    .map((line) => stripInvalidXml(line).trimEnd())
    .filter((line) => line !== '')
    .map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] }))

/** Appends the node that a token opens to its parent and returns it; returns the parent if it allows no such node. */
function openNode(token: Token, open: AdfNode[]): AdfNode {
  const parent = open.at(-1)!
  const node = canOpen(token.type, open) ? nodeFor(token, parent) : null
  if (node === null) return parent
  parent.content!.push(node)
  return node
}

function canOpen(type: string, open: AdfNode[]): boolean {
  const parentType = open.at(-1)!.type
  if (type === 'bullet_list_open' || type === 'ordered_list_open') {
    return new Set(open.filter((node) => node.type.endsWith('List'))).size < maxListDepth
  }
  if (type === 'list_item_open') return parentType.endsWith('List')
  if (type === 'blockquote_open' || type === 'table_open') return parentType === 'doc'
  if (type === 'th_open' || type === 'td_open') return parentType === 'tableRow'
  // Where no table is allowed, each of its rows becomes a line.
  return !/^t(head|body)_open$/.test(type)
}

function nodeFor(token: Token, parent: AdfNode): AdfNode | null {
  const content: AdfNode[] = []
  switch (token.type) {
    case 'bullet_list_open':
      return { type: 'bulletList', content }
    case 'ordered_list_open':
      return { type: 'orderedList', attrs: { order: Number(token.attrGet('start') ?? 1) }, content }
    case 'list_item_open':
      return { type: 'listItem', content }
    case 'heading_open':
      if (parent.type !== 'doc') return { type: 'paragraph', content }
      return { type: 'heading', attrs: { level: Number(token.tag.slice(1)) }, content }
    case 'blockquote_open':
      return { type: 'blockquote', content }
    case 'table_open':
      return { type: 'table', content }
    case 'tr_open':
      return { type: parent.type === 'table' ? 'tableRow' : 'paragraph', content }
    case 'th_open':
      return { type: 'tableHeader', content }
    case 'td_open':
      return { type: 'tableCell', content }
    default:
      return { type: 'paragraph', content }
  }
}

function addToken(token: Token, parent: AdfNode): void {
  const content = parent.content!
  if (token.type === 'inline') {
    const inline = inlineToAdf(token.children ?? [])
    if (/^table(Header|Cell)$/.test(parent.type)) content.push({ type: 'paragraph', content: inline })
    else content.push(...(content.length > 0 ? [{ type: 'text', text: ' | ' }] : []), ...inline)
  } else if (token.type === 'hr') {
    if (parent.type === 'doc') content.push({ type: 'rule' })
  } else content.push(codeBlock(token))
}

function codeBlock({ content, info }: Token): AdfNode {
  const text = stripInvalidXml(content).replace(/\n$/, '')
  const language = /^[\w+#.-]{1,40}/.exec(info)?.[0]
  return {
    type: 'codeBlock',
    ...(language !== undefined && { attrs: { language: language.toLowerCase() } }),
    content: text === '' ? [] : [{ type: 'text', text }],
  }
}

/** Adds the content that a node requires; removes a node that would be empty. */
function finishNode(node: AdfNode): AdfNode[] {
  if (node.content === undefined || node.type === 'codeBlock') return [node]
  const isCell = /^table(Header|Cell)$/.test(node.type)
  const content = node.content.flatMap(isCell ? (child) => [child] : finishNode)
  if (node.type === 'listItem' && !/^(paragraph|codeBlock)$/.test(content[0]?.type ?? '')) {
    content.unshift({ type: 'paragraph', content: [] })
  }
  if (isCell && content.length === 0) content.push({ type: 'paragraph', content: [] })
  return content.length === 0 ? [] : [{ ...node, content }]
}
