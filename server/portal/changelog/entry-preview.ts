import { Html } from '../../platform/formats/html.ts'
import { renderMarkdown, renderMarkdownBlocks } from '../../platform/formats/markdown.ts'
import { excerptOf } from '../requests/components.ts'

// About three screens: longer entries would bury those before them.
const maxPreviewLength = 6_000
const excerptCharacters = 600

/** Of an entry in a list: from its beginning, in whole paragraphs, lists, tables. */
export function renderEntryPreview(markdown: string): { text: Html; isWhole: boolean } {
  let text = ''
  for (const block of renderMarkdownBlocks(markdown)) {
    if (text.length + block.length > maxPreviewLength) return { text: truncate(text, markdown), isWhole: false }
    text += block
  }
  return { text: new Html(demoteHeadings(text)), isWhole: true }
}

/** A first paragraph that is too long by itself is told by its first words. */
const truncate = (text: string, markdown: string): Html =>
  text === ''
    ? new Html(renderMarkdown(excerptOf(markdown.slice(0, maxPreviewLength), excerptCharacters)))
    : new Html(demoteHeadings(text))

/** Headings of an entry stand below its title, which in a list is an h3. Clean markup has `<` nowhere but in its tags. */
const demoteHeadings = (markup: string): string =>
  markup.replaceAll(
    /<(\/?)h([2-5])>/g,
    (_, slash: string, level: string) => `<${slash}h${Math.min(Number(level) + 2, 6)}>`,
  )

/** The address of the first image of an entry, if everybody can load it. */
export function findFirstImage(markup: string): string | null {
  const address = /<img src="(https:[^"]+)"/.exec(markup)?.[1]
  return address === undefined ? null : address.replaceAll('&amp;', '&')
}
