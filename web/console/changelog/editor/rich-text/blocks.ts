import type { Editor } from '@tiptap/core'
import type { BlockName, SlashCommand } from '../slash-menu/commands.ts'

/** Replaces a slash command with its block. The file command is only removed; the file picker inserts the file. */
export function insertBlock(editor: Editor, { from }: SlashCommand, block: BlockName): void {
  const chain = editor.chain().focus().deleteRange({ from, to: editor.state.selection.from })
  const blocks: Record<BlockName, () => typeof chain> = {
    heading: () => chain.setHeading({ level: 2 }),
    subheading: () => chain.setHeading({ level: 3 }),
    bullets: () => chain.toggleBulletList(),
    numbers: () => chain.toggleOrderedList(),
    quote: () => chain.setBlockquote(),
    code: () => chain.setCodeBlock(),
    table: () => chain.insertTable({ rows: 3, cols: 2, withHeaderRow: true }),
    divider: () => chain.setHorizontalRule(),
    file: () => chain,
  }
  blocks[block]().run()
}
