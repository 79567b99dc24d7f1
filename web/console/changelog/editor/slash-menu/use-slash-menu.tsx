import { Code, Heading2, Heading3, ImagePlus, List, ListOrdered, Minus, Quote, Table2 } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, type TextareaHTMLAttributes, useState } from 'react'
import { applyTextEdit, readSelection } from '../../../../ui/lib/apply-text-edit.ts'
import { type ListboxOption, ListboxOptions, useListbox } from '../../../../ui/pickers/listbox.tsx'
import { editorMessages } from '../../../messages/changelog.ts'
import { caretPosition } from './caret-position.ts'
import { type BlockName, findSlashCommand, insertBlock, type SlashCommand } from './commands.ts'

const messages = editorMessages.blocks

const icons: Record<BlockName, ReactNode> = {
  heading: <Heading2 aria-hidden />,
  subheading: <Heading3 aria-hidden />,
  bullets: <List aria-hidden />,
  numbers: <ListOrdered aria-hidden />,
  quote: <Quote aria-hidden />,
  code: <Code aria-hidden />,
  table: <Table2 aria-hidden />,
  divider: <Minus aria-hidden />,
  file: <ImagePlus aria-hidden />,
}

const blocks = (Object.keys(icons) as BlockName[]).map((value): ListboxOption & { value: BlockName } => ({
  value,
  label: messages[value],
  icon: icons[value],
}))

const matching = (query: string) => blocks.filter(({ label }) => label.toLowerCase().includes(query.trim()))

interface OpenCommand extends SlashCommand {
  top: number
  left: number
}

interface BlockMenu {
  /** Attributes of the text field. */
  input: TextareaHTMLAttributes<HTMLElement>
  /** Shows the menu for the command at the cursor, if there is one. */
  update(found: SlashCommand | null, position: (at: number) => { top: number; left: number }): void
  close(): void
  /** Handles a key. @returns whether the menu used it */
  handleKey(event: KeyboardEvent<HTMLElement>): boolean
  menu: ReactNode
}

/** Offers blocks for a slash command, filtered by the text after the slash. */
export function useBlockMenu(onChoose: (command: SlashCommand, block: BlockName) => void): BlockMenu {
  const [command, setCommand] = useState<OpenCommand | null>(null)
  // The command that Escape closed.
  const [dismissed, setDismissed] = useState<number | null>(null)
  const options = command === null ? [] : matching(command.query)

  const choose = ({ value }: ListboxOption) => {
    if (command === null) return
    setCommand(null)
    onChoose(command, value as BlockName)
  }
  const listbox = useListbox(options, choose)
  const { id, active, input } = listbox
  const isOpen = options.length > 0

  return {
    // A text field with several lines cannot be a combobox, but it can refer to a list.
    input: isOpen
      ? {
          'aria-autocomplete': 'list',
          'aria-haspopup': 'listbox',
          'aria-controls': id,
          'aria-activedescendant': input['aria-activedescendant'],
        }
      : {},
    update(found, position) {
      if (found === null) setDismissed(null)
      if (found === null || found.from === dismissed) return setCommand(null)
      if (found.query !== command?.query) listbox.toFirst()
      setCommand({ ...found, ...position(found.from) })
    },
    close: () => setCommand(null),
    handleKey(event) {
      if (!isOpen) return false
      if (event.key === 'Escape') {
        event.preventDefault()
        setDismissed(command!.from)
        setCommand(null)
        return true
      }
      input.onKeyDown(event)
      return event.defaultPrevented
    },
    menu: isOpen && (
      <div className="slash-menu" style={{ top: command!.top, left: command!.left }}>
        <ListboxOptions id={id} options={options} active={active} onSelect={choose} />
      </div>
    ),
  }
}

/** Offers blocks when a slash is typed at the beginning of a line of a text field. */
export function useSlashMenu(area: RefObject<HTMLTextAreaElement | null>, pickFile: () => void) {
  const { update, ...menu } = useBlockMenu((command, block) => {
    if (area.current === null) return
    applyTextEdit(area.current, insertBlock(readSelection(area.current), command, block, messages.words))
    if (block === 'file') pickFile()
  })
  return {
    ...menu,
    /** Reads the text field after its text or cursor has changed. */
    update: (field: HTMLTextAreaElement) =>
      update(findSlashCommand(readSelection(field)), (at) => caretPosition(field, at)),
  }
}
