import { type ComponentProps, type RefObject, Suspense, useRef, useState } from 'react'
import { TextArea } from '../../ui/forms/text-input.tsx'
import { lazyWithRetry } from '../../ui/lib/lazy-with-retry.ts'
import type { ListboxOption } from '../../ui/pickers/listbox.tsx'
import type { MentionListHandle } from './mention-list.tsx'
import { findMentionQuery, type MentionQuery } from './mention-query.ts'

interface MentionTextAreaProps extends ComponentProps<typeof TextArea> {
  home: string
  ref?: RefObject<HTMLTextAreaElement | null>
}

const MentionList = lazyWithRetry(async () => (await import('./mention-list.tsx')).MentionList)

/**
 * A text area that suggests members while an @name is typed. The text gets their name; which member it is is sent
 * beside it, for teams with two members of one name. Without script, the server finds the names in the text. The script of
 * the list is loaded once the text area has the focus; an @name that is typed before opens it.
 */
export function MentionTextArea({ home, ref, ...rest }: MentionTextAreaProps) {
  const own = useRef<HTMLTextAreaElement>(null)
  const area = ref ?? own
  const list = useRef<MentionListHandle>(null)
  const [isListNeeded, setListNeeded] = useState(false)
  const [query, setQuery] = useState<MentionQuery | null>(null)
  const [picked, setPicked] = useState<string[]>([])
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
  return (
    <div className="picker mention-field">
      <TextArea
        {...rest}
        aria-autocomplete="list"
        autoComplete="off"
        ref={area}
        onFocus={() => setListNeeded(true)}
        onKeyDown={(event) => list.current?.onKeyDown(event)}
        onInput={(event) => {
          const { value, selectionStart } = event.currentTarget
          setListNeeded(true)
          setQuery(findMentionQuery(value.slice(0, selectionStart)))
          list.current?.toFirst()
        }}
        onBlur={() => setQuery(null)}
      />
      {picked.map((id) => (
        <input key={id} type="hidden" name="mentions" value={id} />
      ))}
      {isListNeeded && (
        <Suspense>
          <MentionList
            ref={list}
            home={home}
            area={area}
            query={query}
            onPick={mention}
            onClose={() => setQuery(null)}
          />
        </Suspense>
      )}
    </div>
  )
}
