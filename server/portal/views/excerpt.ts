import { markdownToLine } from '../../platform/formats/markdown.ts'

/** Returns the beginning of a Markdown text as one line without markup, for lists. */
export function excerptOf(markdown: string, characters = 160): string {
  const text = markdownToLine(markdown)
  const length = lengthOfFirst(text, characters)
  if (length === text.length) return text
  const cut = text.slice(0, length)
  // Cuts within a word only if there is no space in the second half, as in scripts that use none.
  const end = text[length] === ' ' ? cut.length : cut.lastIndexOf(' ')
  return `${cut.slice(0, end > cut.length / 2 ? end : cut.length).replace(/[\s·]+$/, '')}…`
}

/** Returns how many UTF-16 units the first characters of a text take. */
function lengthOfFirst(text: string, characters: number): number {
  if (text.length <= characters) return text.length
  let length = 0
  for (let count = 0; count < characters && length < text.length; count++) {
    length += text.codePointAt(length)! > 0xffff ? 2 : 1
  }
  return length
}
