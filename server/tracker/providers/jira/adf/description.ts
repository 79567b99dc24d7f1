import { markdownToAdf } from './markdown-to-adf.ts'
import type { AdfDocument, AdfNode } from './types.ts'

/** Converts Markdown into an issue description whose last block ends with the backlink. */
export function buildDescription(markdown: string, backlink: string): AdfDocument {
  const content = markdownToAdf(markdown)
  if (!endsWith(content.at(-1), backlink)) content.push(linkParagraph(backlink))
  return { type: 'doc', version: 1, content }
}

const linkParagraph = (href: string): AdfNode => ({
  type: 'paragraph',
  content: [{ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }],
})

/**
 * Whether a description from Jira is one that Heed created for this backlink.
 * @param backlink the URL, or the end of it.
 */
export function isDescriptionFor(description: unknown, backlink: string): boolean {
  const blocks = (description as Partial<AdfDocument> | null)?.content
  // Editors may leave an empty paragraph at the end.
  return (
    Array.isArray(blocks) &&
    endsWith(
      blocks.findLast((block) => !isBlank(block)),
      backlink,
    )
  )
}

const isBlank = (block: AdfNode | null): boolean => block?.type === 'paragraph' && textOf(block).trim() === ''

/** Matches what may precede the backlink: nothing, or the start of the URL that it ends. */
const urlStart = /(^|\s)(https?:\/\/[^\s?#]+)?$/

/** Whether the backlink is the last word of a paragraph. */
function endsWith(block: AdfNode | null | undefined, backlink: string): boolean {
  if (block?.type !== 'paragraph') return false
  const text = textOf(block).trimEnd()
  return text.endsWith(backlink) && urlStart.test(text.slice(0, -backlink.length))
}

/** Returns the text of a block. A URL may have been turned into a card, which holds it as an attribute. */
const textOf = ({ content }: AdfNode): string =>
  (Array.isArray(content) ? content : [])
    .map((node: AdfNode | null) => (node?.type === 'inlineCard' ? node.attrs?.url : (node?.text ?? ' ')))
    .join('')

/** Converts a title into a summary, which must be one line. */
export const toSummary = (title: string): string => title.replaceAll(/\r\n|[\n\r\u2028\u2029]/g, ' ')
