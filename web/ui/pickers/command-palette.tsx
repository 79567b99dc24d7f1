import { Search } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useShortcuts } from '../lib/use-shortcuts.ts'
import { uiMessages } from '../messages.ts'
import { useRemoteOptions } from './combobox.tsx'
import { type ListboxOption, ListboxOptions, useListbox } from './listbox.tsx'

interface CommandPaletteProps {
  /** A button with `opens={id}` opens it as well as ⌘K. */
  id: string
  label: string
  placeholder: string
  /** Always at hand: pages and commands, found by their label. */
  commands: ListboxOption[]
  /** What is found by searching; as for `SearchPicker`. */
  loadUrl: string
  /** By the name of the group. */
  icons?: Record<string, ReactNode>
  onPick: (pick: ListboxOption) => void
}

/** Everything by its name: ⌘K or Ctrl+K. */
export function CommandPalette({ id, label, placeholder, commands, loadUrl, icons = {}, onPick }: CommandPaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const { picks, isSearching } = useRemoteOptions(loadUrl, text, isOpen && text.trim() !== '')
  const wanted = text.trim().toLowerCase()
  const offered = [...commands.filter((pick) => pick.label.toLowerCase().includes(wanted)), ...(wanted ? picks : [])]
  const take = (pick: ListboxOption) => {
    dialog.current?.close()
    clear()
    onPick(pick)
  }
  const listbox = useListbox(offered, take)
  useShortcuts({ 'mod+k': () => (dialog.current?.open ? dialog.current.close() : dialog.current?.showModal()) })
  const clear = () => {
    // The browser tells of the closing a moment later, when it may be open again.
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
        options={offered.map((pick) => ({ icon: icons[pick.group ?? ''], ...pick }))}
        onSelect={take}
        note={offered.length === 0 ? (wanted && isSearching ? uiMessages.searching : uiMessages.nothingFound) : null}
      />
    </dialog>
  )
}
