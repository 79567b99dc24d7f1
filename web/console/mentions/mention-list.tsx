import { type KeyboardEvent, type Ref, type RefObject, useEffect, useImperativeHandle } from 'react'
import { Avatar } from '../../ui/data/avatar.tsx'
import { useRemoteOptions } from '../../ui/pickers/combobox.tsx'
import { type ListboxOption, ListboxOptions, useListbox } from '../../ui/pickers/listbox.tsx'
import { mentionMessages } from '../messages/mentions.ts'
import type { MentionQuery } from './mention-query.ts'

/** The state that the text area passes to the list. */
export interface MentionListHandle {
  onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void
  toFirst(): void
}

interface MentionListProps {
  ref: Ref<MentionListHandle>
  home: string
  area: RefObject<HTMLTextAreaElement | null>
  /** Null if no @name is being typed. */
  query: MentionQuery | null
  onPick(option: ListboxOption): void
  onClose(): void
}

/** Lists the members whose name is being typed. The focus stays in the text area. */
export function MentionList({ ref, home, area, query, onPick, onClose }: MentionListProps) {
  const { options: found, isSearching } = useRemoteOptions(`${home}/inbox/members`, query?.text ?? '', query !== null)
  const options = query === null ? [] : found.map(withAvatar)
  const listbox = useListbox(options, onPick)
  const { 'aria-controls': controls, 'aria-activedescendant': activeOption } = listbox.input
  const isOpen = options.length > 0
  useEffect(() => {
    // The text area is often at the bottom of the window.
    if (isOpen) document.getElementById(listbox.id)?.parentElement?.scrollIntoView({ block: 'nearest' })
  }, [isOpen, listbox.id])
  useEffect(() => {
    setAttribute(area.current, 'aria-controls', controls)
    setAttribute(area.current, 'aria-activedescendant', activeOption)
  }, [area, controls, activeOption])
  useImperativeHandle(ref, () => ({
    toFirst: listbox.toFirst,
    onKeyDown: (event) => {
      if (!isOpen || event.metaKey || event.ctrlKey) return
      if (event.key === 'Escape' || event.key === 'Tab') event.preventDefault()
      if (event.key === 'Escape') onClose()
      else if (event.key === 'Tab') onPick(options[listbox.active]!)
      else listbox.input.onKeyDown(event)
    },
  }))
  return (
    <>
      {isOpen && <ListboxOptions {...listbox} options={options} onSelect={onPick} />}
      <span className="visually-hidden" role="status">
        {query !== null && !isSearching ? mentionMessages.found({ count: options.length }) : ''}
      </span>
    </>
  )
}

function setAttribute(element: Element | null, name: string, value: string | undefined) {
  if (value === undefined) element?.removeAttribute(name)
  else element?.setAttribute(name, value)
}

const withAvatar = (option: ListboxOption): ListboxOption => ({
  ...option,
  icon: <Avatar name={option.label} size="sm" />,
})
