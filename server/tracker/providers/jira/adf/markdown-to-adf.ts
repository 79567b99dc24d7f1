import MarkdownIt, { type Token } from 'markdown-it'
import { inlineToAdf, stripInvalidXml } from './inline-to-adf.ts'
import type { AdfNode } from './types.ts'

// Twenty lists inside one another: each level is looked at for every line.
const maxNestingLevel = 40
// As many as Jira's own editor makes. What is deeper stays, on the last of these levels.
const maxListDepth = 6

const markdown = new MarkdownIt({ html: false, linkify: true, maxNesting: maxNestingLevel })
markdown.linkify.set({ fuzzyLink: false, fuzzyIP: false }).add('ftp:', null).add('//', null)
markdown.validateLink = (address) => /^(https?:\/\/|mailto:)/i.test(address)
// An address is shown as it was written: the backlink is looked for as text.
markdown.normalizeLinkText = (address) => address

/**
 * Markdown as blocks of a document that Jira accepts: only nodes whose parents may have them, no empty text, links to
 * http, https and mailto. Nothing in it mentions anybody: that takes a node of its own, which is never made here.
 */
export function markdownToAdf(source: string): AdfNode[] {
  const tokens = markdown.parse(source, {})
  if (tokens.some(isTooDeep)) return plainParagraphs(source)
  const root: AdfNode = { type: 'doc', content: [] }
  const open: AdfNode[] = [root]
  for (const token of tokens) {
    const inner = open.at(-1)!
    if (token.nesting === 1) open.push(openNode(token, open))
    else if (token.nesting === -1) open.pop()
    else addToken(token, inner)
  }
  return root.content!.flatMap(finishNode)
}

/** Whether the parser has left out what is in it. */
const isTooDeep = ({ type, level }: Token): boolean =>
  (type === 'blockquote_open' || type === 'list_item_open') && level >= maxNestingLevel - 1

/** As it was written, a paragraph for each line. */
const plainParagraphs = (source: string): AdfNode[] =>
  source
    .split(/\r\n|[\n\r]/)
    .map((line) => stripInvalidXml(line).trimEnd())
    .filter((line) => line !== '')
    .map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] }))

/** The node that a token opens, put into the innermost one; or that one itself, where it may not have such a node. */
function openNode(token: Token, open: AdfNode[]): AdfNode {
  const inner = open.at(-1)!
  const node = canOpen(token.type, open) ? nodeFor(token, inner) : null
  if (node === null) return inner
  inner.content!.push(node)
  return node
}

function canOpen(type: string, open: AdfNode[]): boolean {
  const inner = open.at(-1)!.type
  if (type === 'bullet_list_open' || type === 'ordered_list_open') {
    return new Set(open.filter((node) => node.type.endsWith('List'))).size < maxListDepth
  }
  if (type === 'list_item_open') return inner.endsWith('List')
  if (type === 'blockquote_open' || type === 'table_open') return inner === 'doc'
  if (type === 'th_open' || type === 'td_open') return inner === 'tableRow'
  // Of a table that stands where there can be none, each row is a line.
  return !/^t(head|body)_open$/.test(type)
}

function nodeFor(token: Token, inner: AdfNode): AdfNode | null {
  const content: AdfNode[] = []
  switch (token.type) {
    case 'bullet_list_open':
      return { type: 'bulletList', content }
    case 'ordered_list_open':
      return { type: 'orderedList', attrs: { order: Number(token.attrGet('start') ?? 1) }, content }
    case 'list_item_open':
      return { type: 'listItem', content }
    case 'heading_open':
      if (inner.type !== 'doc') return { type: 'paragraph', content }
      return { type: 'heading', attrs: { level: Number(token.tag.slice(1)) }, content }
    case 'blockquote_open':
      return { type: 'blockquote', content }
    case 'table_open':
      return { type: 'table', content }
    case 'tr_open':
      return { type: inner.type === 'table' ? 'tableRow' : 'paragraph', content }
    case 'th_open':
      return { type: 'tableHeader', content }
    case 'td_open':
      return { type: 'tableCell', content }
    default:
      return { type: 'paragraph', content }
  }
}

function addToken(token: Token, inner: AdfNode): void {
  const into = inner.content!
  if (token.type === 'inline') {
    const content = inlineToAdf(token.children ?? [])
    if (/^table(Header|Cell)$/.test(inner.type)) into.push({ type: 'paragraph', content })
    else into.push(...(into.length > 0 ? [{ type: 'text', text: ' | ' }] : []), ...content)
  } else if (token.type === 'hr') {
    if (inner.type === 'doc') into.push({ type: 'rule' })
  } else into.push(codeBlock(token))
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

/** A node with what its kind must have; nothing for one that would be empty. */
function finishNode(node: AdfNode): AdfNode[] {
  if (node.content === undefined || node.type === 'codeBlock') return [node]
  const isCell = /^table(Header|Cell)$/.test(node.type)
  const content = node.content.flatMap(isCell ? (each) => [each] : finishNode)
  if (node.type === 'listItem' && !/^(paragraph|codeBlock)$/.test(content[0]?.type ?? '')) {
    content.unshift({ type: 'paragraph', content: [] })
  }
  if (isCell && content.length === 0) content.push({ type: 'paragraph', content: [] })
  return content.length === 0 ? [] : [{ ...node, content }]
}
