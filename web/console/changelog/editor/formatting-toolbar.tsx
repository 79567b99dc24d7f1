import { Bold, Code, Heading2, ImagePlus, Italic, Link2, List, type LucideIcon } from 'lucide-react'
import type { KeyboardEvent, RefObject } from 'react'
import { IconButton } from '../../../ui/buttons/button.tsx'
import { Toolbar } from '../../../ui/layout/toolbar.tsx'
import { applyTextEdit, readSelection, type TextEdit, type TextSelection } from '../../../ui/lib/apply-text-edit.ts'
import { editorMessages } from '../../messages/changelog.ts'
import { continueList, insertLink, prefixLines, wrapSelection } from './markdown-edits.ts'

interface FormattingTool {
  name: keyof typeof editorMessages.tools
  icon: LucideIcon
  /** The key pressed with ⌘ or Ctrl. */
  key?: string
  edit: (selected: TextSelection) => TextEdit
}

const placeholders = editorMessages.placeholders

const tools: FormattingTool[] = [
  { name: 'bold', icon: Bold, key: 'b', edit: (selected) => wrapSelection(selected, '**', placeholders.bold) },
  { name: 'italic', icon: Italic, key: 'i', edit: (selected) => wrapSelection(selected, '_', placeholders.italic) },
  { name: 'heading', icon: Heading2, edit: (selected) => prefixLines(selected, '## ') },
  { name: 'link', icon: Link2, key: 'k', edit: (selected) => insertLink(selected, placeholders.link) },
  { name: 'list', icon: List, edit: (selected) => prefixLines(selected, '- ') },
  { name: 'code', icon: Code, key: 'e', edit: codeEdit },
]

/** Marks inline code, or a block if several lines are selected. */
function codeEdit(selected: TextSelection): TextEdit {
  const inner = selected.text.slice(selected.start, selected.end)
  if (!inner.includes('\n')) return wrapSelection(selected, '`', placeholders.code)
  const insert = `\`\`\`\n${inner}\n\`\`\``
  return { from: selected.start, to: selected.end, insert, select: [4, 4 + inner.length] }
}

interface FormattingToolbarProps {
  area: RefObject<HTMLTextAreaElement | null>
  /** Opens the file picker. */
  onImage: () => void
}

export function FormattingToolbar({ area, onImage }: FormattingToolbarProps) {
  return (
    <Toolbar label={editorMessages.formatting}>
      <span className="-ms-1.5 flex flex-wrap items-center noscript:hidden">
        {tools.map(({ name, icon: Icon, key, edit }) => (
          <IconButton
            key={name}
            label={editorMessages.tools[name]}
            icon={<Icon aria-hidden />}
            size="sm"
            aria-keyshortcuts={key && `Control+${key.toUpperCase()} Meta+${key.toUpperCase()}`}
            // Keeps the focus and selection in the text.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => area.current && applyTextEdit(area.current, edit(readSelection(area.current)))}
          />
        ))}
        <IconButton label={editorMessages.tools.image} icon={<ImagePlus aria-hidden />} size="sm" onClick={onImage} />
      </span>
    </Toolbar>
  )
}

/** Handles ⌘B and the like, and Enter in a list. */
export function handleFormattingShortcut(event: KeyboardEvent<HTMLTextAreaElement>): void {
  const selected = readSelection(event.currentTarget)
  const edit = editFor(event, selected)
  if (edit === null || event.nativeEvent.isComposing) return
  event.preventDefault()
  applyTextEdit(event.currentTarget, edit)
}

function editFor(event: KeyboardEvent, selected: TextSelection): TextEdit | null {
  if (event.altKey || event.shiftKey) return null
  if (!event.metaKey && !event.ctrlKey) return event.key === 'Enter' ? continueList(selected) : null
  const tool = tools.find(({ key }) => key === event.key.toLowerCase())
  // Without a selection, ⌘K opens the command palette, as everywhere.
  if (tool === undefined || (tool.name === 'link' && selected.start === selected.end)) return null
  return tool.edit(selected)
}
