// Markup within a line: emphasis, code, links, images, tables, escapes, entities, and URLs and addresses without markup.
// NUL is replaced by the parser.
const inlineMarkup = /[\\`*_[<|~@\0]|&(?:#|[a-z][a-z\d]*;)|\/\/|mailto:/i
// Markup at the beginning of a line: headings, their underlines, quotes, lists, rules and code.
const lineMarkup = /^(?: {0,3}(?:[#=>+-]|\d{1,9}[.)])| *\t| {4})/
const lineEnd = /\r\n?|\n/
// The white space that makes a line blank for the parser.
const blankLine = /^[ \t]*$/

/**
 * Splits Markdown into paragraphs if it is plain prose, which the parser would return unchanged. Most requests are. Null
 * for text that may contain markup: only the parser knows.
 */
export function splitPlainParagraphs(source: string): string[] | null {
  if (inlineMarkup.test(source)) return null
  const paragraphs: string[] = []
  let paragraph = ''
  for (const line of source.split(lineEnd)) {
    if (blankLine.test(line)) {
      paragraphs.push(paragraph)
      paragraph = ''
    } else {
      if (lineMarkup.test(line)) return null
      paragraph += `${line}\n`
    }
  }
  return [...paragraphs, paragraph]
}
