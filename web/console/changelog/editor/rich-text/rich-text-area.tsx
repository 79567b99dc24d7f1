import './editor.css'
import { type RefObject, use, useEffect, useReducer, useRef, useState } from 'react'
import { useHref, useParams } from 'react-router'
import { FormContext } from '../../../../ui/forms/form-errors.ts'
import type { FileUpload } from '../../../files/use-file-upload.tsx'
import { editorMessages } from '../../../messages/changelog.ts'
import { convertPastedText } from '../markdown-edits.ts'
import { findSlashCommand } from '../slash-menu/commands.ts'
import { useBlockMenu } from '../slash-menu/use-slash-menu.tsx'
import { insertBlock } from './blocks.ts'
import { ContextBars } from './context-bars.tsx'
import { createEditor, type RichTextEditor } from './editor.ts'
import { RichTextToolbar } from './rich-text-toolbar.tsx'

export { openMarkdown } from './convert.ts'

interface RichTextAreaProps {
  area: RefObject<HTMLTextAreaElement | null>
  editorRef: RefObject<RichTextEditor | null>
  /** The text of the text field. */
  text: string
  upload: FileUpload
  /** Called if other code wrote a text that rich text cannot show. */
  onLossy: (line: number) => void
}

/** Edits the Markdown of a text field as rich text. */
export function RichTextArea({ area, editorRef, text, upload, onLossy }: RichTextAreaProps) {
  const { workspace } = useParams()
  const filesBase = useHref(`/w/${workspace}`)
  const form = use(FormContext)
  const element = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<RichTextEditor | null>(null)
  const [isLinking, setLinking] = useState(false)
  const [, update] = useReducer((count: number) => count + 1, 0)
  const handlers = useRef({ upload, updateMenu: () => {} })

  const menu = useBlockMenu((command, block) => {
    if (editor === null) return
    insertBlock(editor.tiptap, command, block)
    if (block === 'file') upload.pick()
  })
  const updateMenu = () => {
    if (editor === null || element.current === null) return
    const { $from, empty } = editor.tiptap.state.selection
    const isLine = empty && $from.parent.type.name === 'paragraph' && !editor.tiptap.isActive('table')
    const at = $from.parentOffset
    const found = isLine ? findSlashCommand({ text: $from.parent.textContent, start: at, end: at }) : null
    const corner = element.current.getBoundingClientRect()
    menu.update(found && { ...found, from: $from.start() }, (position) => {
      const { left, bottom } = editor.tiptap.view.coordsAtPos(position)
      return { top: bottom - corner.top, left: Math.min(left - corner.left, Math.max(0, corner.width - 224)) }
    })
  }
  handlers.current = { upload, updateMenu }

  useEffect(() => {
    const hadFocus = document.activeElement === area.current
    const created = createEditor({
      element: element.current!,
      area: area.current!,
      filesBase,
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': editorMessages.body,
        dir: 'auto',
        class: 'prose rich-text',
      },
      onPaste: (event) => pasteSpecial(created, event, handlers.current.upload),
    })
    created.tiptap.on('transaction', () => {
      update()
      handlers.current.updateMenu()
    })
    created.tiptap.on('blur', menu.close)
    if (hadFocus) created.tiptap.commands.focus()
    editorRef.current = created
    setEditor(created)
    return () => {
      editorRef.current = null
      created.close()
    }
  }, [])

  useEffect(() => {
    const line = editor?.load(text) ?? null
    if (line !== null) onLossy(line)
  }, [editor, text, onLossy])

  const errorId = form.formErrors?.errors.body === undefined ? undefined : `${form.id}-body-error`
  useEffect(() => {
    const view = editor?.tiptap.view.dom
    if (view === undefined) return
    const all = { ...menuAttributes, ...menu.input, 'aria-describedby': errorId, 'aria-invalid': errorId && 'true' }
    for (const [name, value] of Object.entries(all)) {
      if (value === undefined) view.removeAttribute(name)
      else view.setAttribute(name, String(value))
    }
  })

  return (
    <div className="rich-text-field">
      {editor && <RichTextToolbar editor={editor.tiptap} onImage={upload.pick} onLink={() => setLinking(true)} />}
      {editor && <ContextBars editor={editor.tiptap} isLinking={isLinking} onLinking={setLinking} />}
      <div
        className="slash-area"
        onKeyDownCapture={(event) => {
          if (menu.handleKey(event)) event.stopPropagation()
          else if (isLinkShortcut(event) && editor !== null && !editor.tiptap.state.selection.empty) {
            event.preventDefault()
            setLinking(true)
          }
        }}
      >
        <div ref={element} className="rich-text-frame input" />
        {menu.menu}
      </div>
    </div>
  )
}

const menuAttributes = {
  'aria-autocomplete': undefined,
  'aria-haspopup': undefined,
  'aria-controls': undefined,
  'aria-activedescendant': undefined,
}

// Without a selection, ⌘K opens the command palette, as everywhere.
const isLinkShortcut = ({ key, metaKey, ctrlKey, altKey, shiftKey }: React.KeyboardEvent) =>
  (metaKey || ctrlKey) && !altKey && !shiftKey && key.toLowerCase() === 'k'

/** Uploads pasted files, and turns the URL of an image into the image. */
function pasteSpecial(editor: RichTextEditor, event: ClipboardEvent, upload: FileUpload): boolean {
  const { clipboardData } = event
  if (clipboardData === null) return false
  if (upload.paste({ clipboardData, preventDefault: () => event.preventDefault() })) return true
  // In code, a URL is text.
  if (editor.tiptap.isActive('codeBlock')) return false
  const text = clipboardData.getData('text/plain')
  const edit = convertPastedText({ text: '', start: 0, end: 0 }, text, editorMessages.placeholders.image)
  if (edit === null) return false
  editor.insert(edit.insert)
  return true
}
