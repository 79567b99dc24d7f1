/** Unwraps text: a line break becomes a space, an empty line starts a new paragraph, and a list stays a list. */
export const prose = (strings: TemplateStringsArray): string =>
  strings[0]!
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) =>
      paragraph
        .trim()
        .replaceAll(/\s*\n\s*(?=- |\d\. )/g, '\n')
        .replaceAll(/[ \t]*\n[ \t]+/g, ' '),
    )
    .join('\n\n')

/** Removes the indentation that Markdown has in the source. */
export const markdown = (strings: TemplateStringsArray): string => {
  const lines = strings[0]!.replace(/^\n/, '').trimEnd().split('\n')
  const indent = lines[0]!.search(/\S/)
  return lines.map((line) => line.slice(Math.min(indent, line.search(/\S|$/)))).join('\n')
}
