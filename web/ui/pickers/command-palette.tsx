import { Search } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useShortcuts } from '../lib/use-shortcuts.ts'
import { uiMessages } from '../messages.ts'
import { useRemoteOptions } from './combobox.tsx'
import { type ListboxOption, ListboxOptions, useListbox } from './listbox.tsx'
import { matchesOption, rankOptions } from './rank-options.ts'

interface CommandPaletteProps {
  /** A button with `opens={id}` opens it as well as ⌘K. */
  id: string
  label: string
  placeholder: string
  /** Pages and commands that are always offered, filtered by their label and keywords. */
  commands: ListboxOption[]
  /** Shown first, until something is typed. */
  recent?: ListboxOption[]
  /** Searched by text, as in `SearchPicker`. */
  loadUrl: string
  /** By group name. */
  icons?: Record<string, ReactNode>
  /** Returns the initial text, typed before the palette was shown. */
  takeTyped?: () => string
  onSelect: (option: ListboxOption) => void
}

/** A dialog that finds pages, commands and records by name; ⌘K or Ctrl+K opens it. */
export function CommandPalette({
  id,
  label,
  placeholder,
  commands,
  recent = [],
  loadUrl,
  icons = {},
  takeTyped,
  onSelect,
}: CommandPaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  useLayoutEffect(() => {
    const typed = takeTyped?.()
    if (typed) setText(typed)
  }, [takeTyped])
  const { options: found, counts, isSearching } = useRemoteOptions(loadUrl, text, isOpen && text.trim() !== '')
  const searchText = text.trim()
  const options =
    searchText === ''
      ? [...recent, ...commands]
      : rankOptions([...commands.filter((command) => matchesOption(command, searchText)), ...found], searchText)
  const select = (option: ListboxOption) => {
    dialog.current?.close()
    clear()
    onSelect(option)
  }
  const listbox = useListbox(options, select)
  useShortcuts({ 'mod+k': () => (dialog.current?.open ? dialog.current.close() : dialog.current?.showModal()) })
  const clear = () => {
    // The browser reports the close a moment later, when the dialog may be open again.
    if (dialog.current?.open) return
    setOpen(false)
    setText('')
    listbox.toFirst()
  }
  return (
    <dialog ref={dialog} id={id} className="dialog palette" aria-label={label} onClose={clear} closedby="any">
      <div className="palette-box">
        <Search size={16} aria-hidden="true" />
        <input
          {...listbox.input}
          aria-label={label}
          onFocus={() => setOpen(true)}
          placeholder={placeholder}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            listbox.toFirst()
          }}
        />
      </div>
      <ListboxOptions
        {...listbox}
        options={options.map((option) => ({ icon: icons[option.group ?? ''], ...option }))}
        onSelect={select}
        counts={searchText === '' ? {} : counts}
        note={
          options.length === 0 ? (searchText && isSearching ? uiMessages.searching : uiMessages.nothingFound) : null
        }
      />
    </dialog>
  )
}
