import type { TextEdit, TextSelection } from '../../../../ui/lib/apply-text-edit.ts'

export type BlockName =
  | 'heading'
  | 'subheading'
  | 'bullets'
  | 'numbers'
  | 'quote'
  | 'code'
  | 'table'
  | 'divider'
  | 'file'

/** A slash at the beginning of a line, with what was typed after it. */
export interface SlashCommand {
  /** The position of the slash. */
  from: number
  query: string
}

/** Finds the command that is being typed at the cursor; null if there is none. */
export function findSlashCommand({ text, start, end }: TextSelection): SlashCommand | null {
  if (start !== end) return null
  const lineStart = text.lastIndexOf('\n', start - 1) + 1
  // A path such as /usr/bin or a fraction is no command.
  const typed = /^\/([\p{L} ]{0,20})$/u.exec(text.slice(lineStart, start))
  const rest = /^[^\n]*/.exec(text.slice(start))![0]
  return typed === null || rest.trim() !== '' ? null : { from: lineStart, query: typed[1]!.toLowerCase() }
}

/** The Markdown of each block; `|` marks the selection that is left, from the first to the second. */
const templates: Record<
  Exclude<BlockName, 'file'>,
  (words: { column: string; cell: string; code: string }) => string
> = {
  heading: () => '## ||',
  subheading: () => '### ||',
  bullets: () => '- ||',
  numbers: () => '1. ||',
  quote: () => '> ||',
  code: ({ code }) => `\`\`\`\n|${code}|\n\`\`\`\n`,
  table: ({ column, cell }) => {
    const row = (text: string) => `¦ ${text} ¦ ${text} ¦\n`
    return `${row(column).replace(column, `|${column}|`)}¦ --- ¦ --- ¦\n${row(cell)}${row(cell)}`
  },
  divider: () => '\n---\n\n||',
}

/** Replaces a command with its block. The file command is only removed; the picker does the rest. */
export function insertBlock(
  { start }: TextSelection,
  { from }: SlashCommand,
  name: BlockName,
  words: { column: string; cell: string; code: string },
): TextEdit {
  const template = name === 'file' ? '||' : templates[name](words)
  const [before = '', selected = '', after = ''] = template.split('|')
  const insert = `${before}${selected}${after}`.replaceAll('¦', '|')
  return { from, to: start, insert, select: [before.length, before.length + selected.length] }
}
