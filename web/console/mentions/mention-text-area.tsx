import './mentions.css'
import { type ComponentProps, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { Avatar } from '../../ui/data/avatar.tsx'
import { TextArea } from '../../ui/forms/text-input.tsx'
import { useRemoteOptions } from '../../ui/pickers/combobox.tsx'
import { type ListboxOption, ListboxOptions, useListbox } from '../../ui/pickers/listbox.tsx'
import { mentionMessages } from '../messages/mentions.ts'
import { findMentionQuery, type MentionQuery } from './mention-query.ts'

interface MentionTextAreaProps extends ComponentProps<typeof TextArea> {
  home: string
  ref?: RefObject<HTMLTextAreaElement | null>
}

/**
 * A text area that suggests members while an @name is typed. The text gets their name; which member it is is sent
 * beside it, for teams with two members of one name. Without script, the server finds the names in the text.
 */
export function MentionTextArea({ home, ref, ...rest }: MentionTextAreaProps) {
  const own = useRef<HTMLTextAreaElement>(null)
  const area = ref ?? own
  const [query, setQuery] = useState<MentionQuery | null>(null)
  const [picked, setPicked] = useState<string[]>([])
  const { options: found, isSearching } = useRemoteOptions(`${home}/inbox/members`, query?.text ?? '', query !== null)
  const options = query === null ? [] : found.map(withAvatar)
  const mention = ({ value, label }: ListboxOption) => {
    const field = area.current
    if (!field || !query) return
    field.setRangeText(`@${label} `, query.start, field.selectionStart, 'end')
    setPicked([...picked.filter((id) => id !== value), value])
    setQuery(null)
    // Tells the form that the text has changed.
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.focus()
  }
  const listbox = useListbox(options, mention)
  const isOpen = options.length > 0
  useEffect(() => {
    // The text area is often at the end of the window.
    if (isOpen) document.getElementById(listbox.id)?.parentElement?.scrollIntoView({ block: 'nearest' })
  }, [isOpen, listbox.id])
  const { role: _role, 'aria-expanded': _isOpen, onKeyDown: onListboxKey, ...listboxProps } = listbox.input
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (!isOpen || event.metaKey || event.ctrlKey) return
    if (event.key === 'Escape' || event.key === 'Tab') event.preventDefault()
    if (event.key === 'Escape') setQuery(null)
    else if (event.key === 'Tab') mention(options[listbox.active]!)
    else onListboxKey(event)
  }
  return (
    <div className="picker mention-field">
      <TextArea
        {...rest}
        {...listboxProps}
        ref={area}
        onKeyDown={onKeyDown}
        onInput={(event) => {
          const { value, selectionStart } = event.currentTarget
          setQuery(findMentionQuery(value.slice(0, selectionStart)))
          listbox.toFirst()
        }}
        onBlur={() => setQuery(null)}
      />
      {picked.map((id) => (
        <input key={id} type="hidden" name="mentions" value={id} />
      ))}
      {isOpen && <ListboxOptions {...listbox} options={options} onSelect={mention} />}
      <span className="visually-hidden" role="status">
        {query !== null && !isSearching ? mentionMessages.found({ count: options.length }) : ''}
      </span>
    </div>
  )
}

const withAvatar = (option: ListboxOption): ListboxOption => ({
  ...option,
  icon: <Avatar name={option.label} size="sm" />,
})
