import type { Editor } from '@tiptap/core'
import { Bold, Code, Heading2, ImagePlus, Italic, Link2, List, type LucideIcon } from 'lucide-react'
import { IconButton } from '../../../../ui/buttons/button.tsx'
import { Toolbar } from '../../../../ui/layout/toolbar.tsx'
import { editorMessages } from '../../../messages/changelog.ts'

interface ToolbarProps {
  editor: Editor
  onImage: () => void
  onLink: () => void
}

interface Tool {
  name: keyof typeof editorMessages.tools
  icon: LucideIcon
  key?: string
  isActive?: boolean
  run: () => void
}

/** The tools of the Markdown toolbar, which show the formatting at the cursor. */
export function RichTextToolbar({ editor, onImage, onLink }: ToolbarProps) {
  const focused = () => editor.chain().focus()
  const { selection } = editor.state
  const isWithinBlock = selection.$from.sameParent(selection.$to)
  const tools: Tool[] = [
    { name: 'bold', icon: Bold, key: 'B', isActive: editor.isActive('bold'), run: () => focused().toggleBold().run() },
    {
      name: 'italic',
      icon: Italic,
      key: 'I',
      isActive: editor.isActive('italic'),
      run: () => focused().toggleItalic().run(),
    },
    {
      name: 'heading',
      icon: Heading2,
      isActive: editor.isActive('heading'),
      run: () => focused().toggleHeading({ level: 2 }).run(),
    },
    { name: 'link', icon: Link2, key: 'K', isActive: editor.isActive('link'), run: onLink },
    {
      name: 'list',
      icon: List,
      isActive: editor.isActive('bulletList'),
      run: () => focused().toggleBulletList().run(),
    },
    {
      name: 'code',
      icon: Code,
      key: 'E',
      isActive: editor.isActive('code') || editor.isActive('codeBlock'),
      run: () =>
        isWithinBlock && !editor.isActive('codeBlock')
          ? focused().toggleCode().run()
          : focused().toggleCodeBlock().run(),
    },
    { name: 'image', icon: ImagePlus, run: onImage },
  ]
  return (
    <div className="flex min-h-8 items-center justify-between gap-2">
      <Toolbar label={editorMessages.formatting}>
        <span className="-ms-1.5 flex flex-wrap items-center">
          {tools.map(({ name, icon: Icon, key, isActive, run }) => (
            <IconButton
              key={name}
              label={editorMessages.tools[name]}
              icon={<Icon aria-hidden />}
              size="sm"
              aria-pressed={isActive}
              aria-keyshortcuts={key && `Control+${key} Meta+${key}`}
              // Keeps the focus and selection in the text.
              onPointerDown={(event) => event.preventDefault()}
              onClick={run}
            />
          ))}
        </span>
      </Toolbar>
      <span className="text-12 text-muted max-sm:hidden">{editorMessages.richHelp}</span>
    </div>
  )
}
