import { Html } from '../../platform/formats/html.ts'
import { renderBlocks, renderMarkdown } from '../../platform/formats/markdown.ts'
import { excerptOf } from '../requests/components.ts'

// About three screens: longer entries would bury those before them.
const charactersAtMost = 6_000
const excerptCharacters = 600

/** Of an entry in a list: from its beginning, in whole paragraphs, lists, tables. */
export function beginningOf(markdown: string): { text: Html; isWhole: boolean } {
  let text = ''
  for (const block of renderBlocks(markdown)) {
    if (text.length + block.length > charactersAtMost) return { text: cut(text, markdown), isWhole: false }
    text += block
  }
  return { text: new Html(lowered(text)), isWhole: true }
}

/** A first paragraph that is too long by itself is told by its first words. */
const cut = (text: string, markdown: string): Html =>
  text === ''
    ? new Html(renderMarkdown(excerptOf(markdown.slice(0, charactersAtMost), excerptCharacters)))
    : new Html(lowered(text))

/** Headings of an entry stand below its title, which in a list is an h3. Clean markup has `<` nowhere but in its tags. */
const lowered = (markup: string): string =>
  markup.replaceAll(
    /<(\/?)h([2-5])>/g,
    (_, slash: string, level: string) => `<${slash}h${Math.min(Number(level) + 2, 6)}>`,
  )

/** The address of the first image of an entry, if everybody can load it. */
export function firstImageOf(markup: string): string | null {
  const address = /<img src="(https:[^"]+)"/.exec(markup)?.[1]
  return address === undefined ? null : address.replaceAll('&amp;', '&')
}
