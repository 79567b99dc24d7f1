import type { AdfDocument, AdfNode } from './adf.ts'
import { blocksOf } from './document.ts'

// Jira takes 32,767 characters, and counts some for the structure, too; how many is not written down.
const charactersAtMost = 30_000
// For tags, marks and breaks: about what each takes in the older markup of Jira.
const charactersPerNode = 8
// A last line with the backlink that is longer than this is not ours.
const lastLineAtMost = 2_000

/** Markdown as the description of an issue. Its last block ends with the backlink, however much is left out before. */
export function describe(markdown: string, backlink: string): AdfDocument {
  const blocks = blocksOf(markdown)
  const isThere = endsWith(blocks.at(-1), backlink) && sizeOf(blocks.at(-1)!) <= lastLineAtMost
  const last = isThere ? blocks.pop()! : paragraph(backlink, backlink)
  const body = shortened(blocks, charactersAtMost - sizeOf(last))
  const isWhole = body.length === blocks.length && body.every((block, index) => block === blocks[index])
  const content = isWhole ? [...body, last] : [...body, paragraph('… The rest is too long for Jira.'), last]
  return { type: 'doc', version: 1, content }
}

const paragraph = (text: string, href: string | null = null): AdfNode => ({
  type: 'paragraph',
  content: [{ type: 'text', text, ...(href !== null && { marks: [{ type: 'link', attrs: { href } }] }) }],
})

/** Whether a description, as Jira answers it, is one that Heed has made for this backlink. */
export function isDescribedBy(description: unknown, backlink: string): boolean {
  const blocks = (description as Partial<AdfDocument> | null)?.content
  // An editor leaves an empty paragraph at the end.
  return (
    Array.isArray(blocks) &&
    endsWith(
      blocks.findLast((block) => !isBlank(block)),
      backlink,
    )
  )
}

const isBlank = (block: AdfNode | null): boolean => block?.type === 'paragraph' && textOf(block).trim() === ''

/** Whether the backlink is the last word of a paragraph. */
function endsWith(block: AdfNode | null | undefined, backlink: string): boolean {
  if (block?.type !== 'paragraph') return false
  const text = textOf(block).trimEnd()
  return text.endsWith(backlink) && /^$|\s$/.test(text.slice(0, -backlink.length))
}

/** Somebody may have turned an address into a card since; that has the address as an attribute. */
const textOf = ({ content }: AdfNode): string =>
  (Array.isArray(content) ? content : [])
    .map((node: AdfNode | null) => (node?.type === 'inlineCard' ? node.attrs?.url : (node?.text ?? ' ')))
    .join('')

const sizeOf = ({ text = '', marks = [], content = [] }: AdfNode): number =>
  charactersPerNode +
  text.length +
  marks.reduce((sum, { attrs }) => sum + charactersPerNode + (attrs?.href.length ?? 0), 0) +
  content.reduce((sum, node) => sum + sizeOf(node), 0)

/** What fits, from the beginning; a row of a table as a whole or not at all. */
function shortened(nodes: AdfNode[], limit: number): AdfNode[] {
  const kept: AdfNode[] = []
  let left = limit
  for (const node of nodes) {
    const size = sizeOf(node)
    if (size > left) return [...kept, ...part(node, left - charactersPerNode)]
    left -= size
    kept.push(node)
  }
  return kept
}

function part(node: AdfNode, limit: number): AdfNode[] {
  if (node.type === 'tableRow') return []
  if (node.text !== undefined) {
    const room = limit - (sizeOf(node) - node.text.length)
    // Half of a pair is no character.
    return room > 0 ? [{ ...node, text: node.text.slice(0, room).replace(/[\ud800-\udbff]$/, '') }] : []
  }
  const content = shortened(node.content ?? [], limit)
  return content.length > 0 ? [{ ...node, content }] : []
}

/** A title as a summary of Jira: one line of 255 characters at most. */
export function summaryOf(title: string): string {
  const line = title
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return line.length <= 255 ? line : `${line.slice(0, 254).replace(/[\ud800-\udbff]$/, '')}…`
}
