import { Bold, Code, Heading2, ImagePlus, Italic, Link2, List, type LucideIcon } from 'lucide-react'
import type { KeyboardEvent, RefObject } from 'react'
import { IconButton } from '../../../ui/buttons/button.tsx'
import { Toolbar } from '../../../ui/layout/toolbar.tsx'
import { editor } from '../../messages/changelog.ts'
import { applyEdit, selectedIn } from './apply-text-edit.ts'
import { brokenLine, type Edit, linked, pictured, prefixed, type Selected, wrapped } from './markdown-edits.ts'

interface Tool {
  name: keyof typeof editor.tools
  icon: LucideIcon
  /** With ⌘ or Ctrl. */
  key?: string
  edit: (selected: Selected) => Edit
}

const words = editor.placeholders

const tools: Tool[] = [
  { name: 'bold', icon: Bold, key: 'b', edit: (selected) => wrapped(selected, '**', words.bold) },
  { name: 'italic', icon: Italic, key: 'i', edit: (selected) => wrapped(selected, '_', words.italic) },
  { name: 'heading', icon: Heading2, edit: (selected) => prefixed(selected, '## ') },
  { name: 'link', icon: Link2, key: 'k', edit: (selected) => linked(selected, words.link) },
  { name: 'list', icon: List, edit: (selected) => prefixed(selected, '- ') },
  { name: 'code', icon: Code, key: 'e', edit: codeEdit },
  { name: 'image', icon: ImagePlus, edit: (selected) => pictured(selected, words.image) },
]

/** Several lines become a block. */
function codeEdit(selected: Selected): Edit {
  const inner = selected.text.slice(selected.start, selected.end)
  if (!inner.includes('\n')) return wrapped(selected, '`', words.code)
  const insert = `\`\`\`\n${inner}\n\`\`\``
  return { from: selected.start, to: selected.end, insert, select: [4, 4 + inner.length] }
}

export function Formatting({ area }: { area: RefObject<HTMLTextAreaElement | null> }) {
  return (
    <Toolbar label={editor.formatting}>
      <span className="-ms-1.5 flex flex-wrap items-center noscript:hidden">
        {tools.map(({ name, icon: Icon, key, edit }) => (
          <IconButton
            key={name}
            label={editor.tools[name]}
            icon={<Icon aria-hidden />}
            size="sm"
            aria-keyshortcuts={key && `Control+${key.toUpperCase()} Meta+${key.toUpperCase()}`}
            // The text keeps its focus and its selection.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => area.current && applyEdit(area.current, edit(selectedIn(area.current)))}
          />
        ))}
      </span>
    </Toolbar>
  )
}

/** ⌘B and the like, and Enter in a list. */
export function formatByKey(event: KeyboardEvent<HTMLTextAreaElement>): void {
  const selected = selectedIn(event.currentTarget)
  const edit = editFor(event, selected)
  if (edit === null || event.nativeEvent.isComposing) return
  event.preventDefault()
  applyEdit(event.currentTarget, edit)
}

function editFor(event: KeyboardEvent, selected: Selected): Edit | null {
  if (event.altKey || event.shiftKey) return null
  if (!event.metaKey && !event.ctrlKey) return event.key === 'Enter' ? brokenLine(selected) : null
  const tool = tools.find(({ key }) => key === event.key.toLowerCase())
  // With nothing selected, ⌘K is the way to other pages, as everywhere.
  if (tool === undefined || (tool.name === 'link' && selected.start === selected.end)) return null
  return tool.edit(selected)
}
