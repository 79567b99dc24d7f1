import type { Node } from '@tiptap/pm/model'
import { Selection } from '@tiptap/pm/state'
import { parseMarkdown } from './parse.ts'
import { serializeDocument } from './serialize.ts'
import { outline, sourcesOf, tokenizer } from './tokenizer.ts'

/** A text that the rich text editor can show. */
export interface RichText {
  document: Node
  /** The original Markdown of each block of the document; null if the blocks depend on each other. */
  sources: string[] | null
}

/** Returns whether converting the text to rich text and back changes nothing for readers. */
function isLossless(text: string): boolean {
  try {
    return outline(serializeDocument(parseMarkdown(text))) === outline(text)
  } catch {
    // The text contains something that the editor does not support.
    return false
  }
}

/** Converts a text, or returns the line of the first block that rich text would change. */
export function openMarkdown(text: string): RichText | { line: number } {
  if (!isLossless(text)) return { line: firstLossyLine(text) }
  const document = parseMarkdown(text)
  const sources = sourcesOf(text)
  return { document, sources: sources?.length === document.childCount ? sources : null }
}

function firstLossyLine(text: string): number {
  const lines = text.split('\n')
  const blocks = tokenizer.parse(text, {}).filter(({ level, nesting, map }) => level === 0 && nesting >= 0 && map)
  const lossy = blocks.find(({ map }) => !isLossless(lines.slice(...map!).join('\n')))
  return (lossy?.map?.[0] ?? 0) + 1
}

/** Converts the cursor position in the Markdown to one in the document, by the text before it. */
export function positionInDocument(document: Node, text: string, cursor: number): number {
  let remaining = 0
  let startsBlock = false
  try {
    // The letter preserves the spaces before it, which would be dropped at the end of a line.
    const before = parseMarkdown(`${text.slice(0, cursor)}x`)
    remaining = Math.max(0, before.textContent.length - 1)
    startsBlock = before.resolve(Selection.atEnd(before).from).parentOffset <= 1
  } catch {
    // Falls back to the beginning of the document.
  }
  let found = 0
  document.descendants((node, position) => {
    if (found > 0) return false
    if (!node.isText) return true
    if (node.text!.length - (startsBlock ? 1 : 0) >= remaining) found = position + remaining
    else remaining -= node.text!.length
    return false
  })
  return found || document.content.size
}

/** Converts the cursor position in the document to one in the Markdown. */
export function positionInMarkdown(document: Node, position: number, text: string): number {
  const before = serializeDocument(document.cut(0, position))
  // The Markdown before the cursor is the same, except for marks that end there.
  let at = 0
  while (at < before.length && before[at] === text[at]) at += 1
  if (before.length - at >= 5) return Math.min(before.length, text.length)
  // The space before the cursor, such as the one after the mark of a heading or list item.
  const { parent, parentOffset } = document.resolve(position)
  const isAfterSpace = parentOffset === 0 || /\s$/.test(parent.textBetween(0, parentOffset, ' ', ' '))
  const space = isAfterSpace ? /^ */.exec(text.slice(at))![0].length : 0
  return at + space
}
