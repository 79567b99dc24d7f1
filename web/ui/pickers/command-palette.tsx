import { Search } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useKeys } from '../lib/use-shortcuts.ts'
import { Options, type Pick, useListbox } from './listbox.tsx'
import { useSearch } from './combobox.tsx'
import { words } from '../messages.ts'

interface PaletteProps {
  /** A button with `opens={id}` opens it as well as ⌘K. */
  id: string
  label: string
  placeholder: string
  /** Always at hand: pages and commands, found by their label. */
  commands: Pick[]
  /** What is found by searching; as for `SearchPicker`. */
  loadUrl: string
  /** By the name of the group. */
  icons?: Record<string, ReactNode>
  onPick: (pick: Pick) => void
}

/** Everything by its name: ⌘K or Ctrl+K. */
export function Palette({ id, label, placeholder, commands, loadUrl, icons = {}, onPick }: PaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const { picks, isSearching } = useSearch(loadUrl, text, isOpen && text.trim() !== '')
  const wanted = text.trim().toLowerCase()
  const offered = [...commands.filter((pick) => pick.label.toLowerCase().includes(wanted)), ...(wanted ? picks : [])]
  const take = (pick: Pick) => {
    dialog.current?.close()
    clear()
    onPick(pick)
  }
  const listbox = useListbox(offered, take)
  useKeys({ 'mod+k': () => (dialog.current?.open ? dialog.current.close() : dialog.current?.showModal()) })
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
      <Options
        {...listbox}
        picks={offered.map((pick) => ({ icon: icons[pick.group ?? ''], ...pick }))}
        onPick={take}
        note={offered.length === 0 ? (wanted && isSearching ? words.searching : words.nothingFound) : null}
      />
    </dialog>
  )
}
