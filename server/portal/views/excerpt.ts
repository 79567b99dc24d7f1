import { markdownToLine } from '../../platform/formats/markdown.ts'

/** Returns the beginning of a Markdown text as one line without markup, for lists. */
export function excerptOf(markdown: string, characters = 160): string {
  const text = markdownToLine(markdown)
  const letters = [...text]
  if (letters.length <= characters) return text
  const cut = letters.slice(0, characters).join('')
  // Cuts within a word only if there is no space in the second half, as in scripts that use none.
  const end = letters[characters] === ' ' ? cut.length : cut.lastIndexOf(' ')
  return `${cut.slice(0, end > cut.length / 2 ? end : cut.length).replace(/[\s·]+$/, '')}…`
}
