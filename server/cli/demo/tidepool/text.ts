/** Text that is wrapped in the source: a line break is a space, an empty line a new paragraph, a list stays a list. */
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

/** Markdown that is indented with the source around it. */
export const markdown = (strings: TemplateStringsArray): string => {
  const lines = strings[0]!.replace(/^\n/, '').trimEnd().split('\n')
  const indent = lines[0]!.search(/\S/)
  return lines.map((line) => line.slice(Math.min(indent, line.search(/\S|$/)))).join('\n')
}
