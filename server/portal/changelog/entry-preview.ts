import { Html, html } from '../../platform/formats/html.ts'
import { renderMarkdownBlocks } from '../../platform/formats/markdown.ts'
import { excerptOf } from '../views/excerpt.ts'

// About three screens: longer previews would bury the older entries.
const maxPreviewLength = 6_000
const excerptCharacters = 600

/** Renders the beginning of an entry for a list, in whole paragraphs, lists and tables. */
export function renderEntryPreview(markdown: string, filesBase: string): { text: Html; isWhole: boolean } {
  let text = ''
  for (const block of renderMarkdownBlocks(markdown, filesBase)) {
    if (text.length + block.length > maxPreviewLength) return { text: truncate(text, markdown), isWhole: false }
    text += block
  }
  return { text: new Html(demoteHeadings(text)), isWhole: true }
}

/** Keeps the whole blocks; if the first block alone is too long, it returns an excerpt. */
const truncate = (text: string, markdown: string): Html =>
  text === ''
    ? html`<p>${excerptOf(markdown.slice(0, maxPreviewLength), excerptCharacters)}</p>`
    : new Html(demoteHeadings(text))

/** Lowers headings below the entry's title, which is an h3 in a list. Sanitized HTML has `<` only in tags. */
const demoteHeadings = (markup: string): string =>
  markup.replaceAll(
    /<(\/?)h([2-5])>/g,
    (_, slash: string, level: string) => `<${slash}h${Math.min(Number(level) + 2, 6)}>`,
  )

/** Returns the URL of an entry's first image, if it is served over HTTPS or was uploaded. */
export function findFirstImage(
  markup: string,
  { base, portalUrl }: { base: string; portalUrl: string },
): string | null {
  const [, url, file] = /<img src="(?:(https:[^"]+)|[^":]*(\/files\/[^"]+))"/.exec(markup) ?? []
  if (file !== undefined && markup.includes(`"${base}${file}"`)) return `${portalUrl}${file}`
  return url === undefined ? null : url.replaceAll('&amp;', '&')
}
