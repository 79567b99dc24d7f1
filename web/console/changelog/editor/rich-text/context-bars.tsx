import type { Editor } from '@tiptap/core'
import { NodeSelection } from '@tiptap/pm/state'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { Button } from '../../../../ui/buttons/button.tsx'
import { Toolbar } from '../../../../ui/layout/toolbar.tsx'
import { editorMessages } from '../../../messages/changelog.ts'
import { isLinkUrl } from './extensions.ts'

interface ContextBarsProps {
  editor: Editor
  isLinking: boolean
  onLinking: (isLinking: boolean) => void
}

/** The controls for the link, image or table at the cursor. */
export function ContextBars({ editor, isLinking, onLinking }: ContextBarsProps) {
  const { selection } = editor.state
  const image = selection instanceof NodeSelection && selection.node.type.name === 'image' ? selection : null
  return (
    <>
      {isLinking && <LinkBar editor={editor} onClose={() => onLinking(false)} />}
      {image && <ImageBar key={image.from} editor={editor} alt={image.node.attrs.alt ?? ''} />}
      {editor.isActive('table') && <TableBar editor={editor} />}
    </>
  )
}

function LinkBar({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const current = editor.getAttributes('link').href as string | undefined
  const { label, url, apply, remove } = editorMessages.link
  const setLink = (typed: string) => {
    const href = isLinkUrl(typed) || typed === '' ? typed : `https://${typed}`
    const chain = editor.chain().focus().extendMarkRange('link')
    if (href === '') chain.unsetLink().run()
    else if (editor.state.selection.empty && current === undefined) {
      chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run()
    } else chain.setLink({ href }).run()
    onClose()
  }
  const close = () => {
    onClose()
    editor.commands.focus()
  }
  return (
    <InputBar
      label={label}
      name={url}
      initial={current ?? ''}
      apply={apply}
      isFocused
      onApply={setLink}
      onClose={close}
    >
      {current !== undefined && (
        <Button look="quiet" size="sm" onClick={() => setLink('')}>
          {remove}
        </Button>
      )}
    </InputBar>
  )
}

function ImageBar({ editor, alt }: { editor: Editor; alt: string }) {
  const { label, text, apply } = editorMessages.imageAlt
  const setAlt = (next: string) => editor.chain().updateAttributes('image', { alt: next }).focus().run()
  return (
    <InputBar
      label={label}
      name={text}
      initial={alt}
      apply={apply}
      onApply={setAlt}
      onClose={() => editor.commands.focus()}
    />
  )
}

interface InputBarProps {
  label: string
  name: string
  initial: string
  apply: string
  isFocused?: boolean
  onApply: (text: string) => void
  onClose: () => void
  children?: ReactNode
}

/** A text field that belongs to the editor, not to the surrounding form. */
function InputBar({ label, name, initial, apply, isFocused, onApply, onClose, children }: InputBarProps) {
  const [text, setText] = useState(initial)
  const handleKey = (event: KeyboardEvent) => {
    // While composing, Enter and Escape belong to the input method.
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Enter') onApply(text.trim())
    else onClose()
  }
  return (
    <Toolbar label={label}>
      <input
        className="input grow basis-40"
        data-size="sm"
        aria-label={name}
        placeholder={name}
        value={text}
        dir="auto"
        // biome-ignore lint/a11y/noAutofocus: opened by the writer, who types here next
        autoFocus={isFocused}
        onInput={(event) => event.stopPropagation()}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={handleKey}
      />
      <Button size="sm" onClick={() => onApply(text.trim())}>
        {apply}
      </Button>
      {children}
    </Toolbar>
  )
}

function TableBar({ editor }: { editor: Editor }) {
  const chain = () => editor.chain().focus()
  const { table } = editorMessages
  const actions = [
    [table.addRow, () => chain().addRowAfter().run()],
    [table.addColumn, () => chain().addColumnAfter().run()],
    [table.deleteRow, () => chain().deleteRow().run()],
    [table.deleteColumn, () => chain().deleteColumn().run()],
    [table.delete, () => chain().deleteTable().run()],
  ] as const
  return (
    <Toolbar label={table.label}>
      {actions.map(([label, run]) => (
        <Button key={label} look="quiet" size="sm" onPointerDown={(event) => event.preventDefault()} onClick={run}>
          {label}
        </Button>
      ))}
    </Toolbar>
  )
}
