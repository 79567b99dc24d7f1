import { renderMarkdown } from '../../platform/formats/markdown.ts'

const tagOrText = /<(\/?)([a-z][a-z0-9]*)[^>]*>|[^<]+/g
// The text of these elements is code, a link or a quotation, and mentions no one.
const skipped = new Set(['code', 'pre', 'a', 'blockquote'])

/** Changes the texts that can mention members in sanitized HTML, where `<` only starts a tag. */
export function mapMentioningTexts(markup: string, change: (text: string) => string): string {
  let depth = 0
  return markup.replaceAll(tagOrText, (part, slash?: string, name?: string) => {
    if (name !== undefined && skipped.has(name)) depth += slash ? -1 : 1
    return name === undefined && depth === 0 ? change(part) : part
  })
}

const characters: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'" }

/** Returns the parts of a Markdown text that can mention members, one per line. */
export function mentioningText(markdown: string): string {
  const parts: string[] = []
  mapMentioningTexts(renderMarkdown(markdown), (text) => {
    parts.push(text.replaceAll(/&(lt|gt|amp|quot|#39);/g, (_, name: string) => characters[name]!))
    return text
  })
  return parts.join('\n')
}
