import { Editor } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Slice } from '@tiptap/pm/model'
import { TextSelection } from '@tiptap/pm/state'
import type { UploadTarget } from '../../../files/use-file-upload.tsx'
import { openMarkdown, positionInDocument, positionInMarkdown } from './convert.ts'
import { extensionsFor } from './extensions.ts'
import { parseMarkdown } from './parse.ts'
import { serializeDocument, serializeKeeping } from './serialize.ts'

/** A rich text editor for the Markdown in a text field, which remains the source. */
export interface RichTextEditor extends UploadTarget {
  tiptap: Editor
  /** Shows a text that other code wrote into the text field. @returns the line that rich text cannot show */
  load(text: string): number | null
  /** Transfers the selection to the text field, and destroys the editor. */
  close(): void
}

interface EditorOptions {
  element: HTMLElement
  area: HTMLTextAreaElement
  /** What precedes `/files/…` on this page. */
  filesBase: string
  attributes: Record<string, string>
  /** Handles pasted files and URLs. @returns whether it did */
  onPaste(event: ClipboardEvent): boolean
}

export function createEditor({ element, area, filesBase, attributes, onPaste }: EditorOptions): RichTextEditor {
  // The text that was last loaded or written: as it is, and as the editor would write it without edits.
  let text: string | null = null
  let opened = ''
  let unchanged = ''
  let sources = new WeakMap<Node, string>()
  const toSlice = (markdown: string) => {
    const { content } = tiptap.schema.nodeFromJSON(parseMarkdown(markdown).toJSON())
    return Slice.maxOpen(content)
  }
  const tiptap: Editor = new Editor({
    element,
    extensions: extensionsFor(filesBase),
    // Our Content-Security-Policy rejects inline style sheets; editor.css has the styles.
    injectCSS: false,
    editorProps: {
      attributes,
      clipboardTextParser: toSlice,
      // A copy from the preview has complete URLs of the console, which readers cannot open.
      transformPastedHTML: (html) => html.replaceAll(`"${location.origin}${filesBase}/files/`, '"/files/'),
      clipboardTextSerializer: ({ content }) => {
        const { nodes, topNodeType } = tiptap.schema
        // Selected cells are rows without their table.
        const isCells = content.firstChild?.type === nodes.tableRow
        return serializeDocument(topNodeType.create(null, isCells ? nodes.table!.create(null, content) : content))
      },
      handlePaste: (_, event) => onPaste(event),
      handleDOMEvents: { keydown: readSelection },
      handleDrop: (view, event) => {
        if (!event.dataTransfer?.files.length) return false
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY })
        if (at) view.dispatch(view.state.tr.setSelection(TextSelection.near(view.state.doc.resolve(at.pos))))
        return true
      },
    },
    onUpdate: () => {
      const written = serializeKeeping(tiptap.state.doc, sources)
      // An edit that was undone leaves the text as it was.
      write(written === unchanged ? opened : written)
    },
  })
  const write = (next: string) => {
    if (next === text) return
    text = next
    setValue(area, next)
  }

  const load = (next: string) => {
    if (next === text) return null
    const result = openMarkdown(next)
    if ('line' in result) return result.line
    opened = text = next
    tiptap.commands.setContent(result.document.toJSON(), { emitUpdate: false })
    const { doc } = tiptap.state
    sources = new WeakMap(result.sources?.map((source, at) => [doc.child(at), source]))
    unchanged = serializeKeeping(doc, sources)
    return null
  }

  load(area.value)
  tiptap.commands.setTextSelection(positionInDocument(tiptap.state.doc, area.value, area.selectionStart))
  return {
    tiptap,
    load,
    close() {
      const cursor = positionInMarkdown(tiptap.state.doc, tiptap.state.selection.from, area.value)
      tiptap.destroy()
      area.setSelectionRange(cursor, cursor)
    },
    insert: (markdown) => {
      tiptap.chain().focus().insertContent(parseMarkdown(markdown).toJSON().content).run()
    },
    replace: (markdown, by) => replaceImage(tiptap, markdown, by),
  }
}

/**
 * Lets the editor read where the cursor is before it handles a key. On a busy page, the browser delivers a key before it
 * says that the click before it has moved the cursor, and the key would act at the old place.
 */
function readSelection({ dom }: Editor['view']): void {
  dom.ownerDocument.dispatchEvent(new Event('selectionchange'))
}

/** Replaces the placeholder of an upload. */
function replaceImage(tiptap: Editor, markdown: string, by: string): void {
  const { alt } = parseMarkdown(markdown).firstChild!.firstChild!.attrs
  let isReplaced = false
  tiptap.state.doc.descendants((node, at) => {
    // Two files may have the same name.
    if (isReplaced || node.type.name !== 'image' || node.attrs.src !== '' || node.attrs.alt !== alt) return
    isReplaced = true
    const range = { from: at, to: at + node.nodeSize }
    if (by === '') tiptap.commands.deleteRange(range)
    else tiptap.commands.insertContentAt(range, parseMarkdown(by).firstChild!.toJSON().content)
  })
}

/** Sets the text as if it were typed, so that drafts and the preview follow. */
function setValue(area: HTMLTextAreaElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!.call(area, value)
  area.dispatchEvent(new Event('input', { bubbles: true }))
}
