import { EyeOff, Search } from 'lucide-react'
import { type KeyboardEvent, use, useEffect, useRef, useState } from 'react'
import { StageBadge } from '../../../ui/data/stage-badge.tsx'
import { useDraftValue } from '../../../ui/forms/drafts/draft-context.ts'
import { FieldSet } from '../../../ui/forms/field.tsx'
import { FormContext } from '../../../ui/forms/form-errors.ts'
import { uiMessages } from '../../../ui/messages.ts'
import { useRemoteOptions } from '../../../ui/pickers/combobox.tsx'
import { type ListboxOption, ListboxOptions, useListbox } from '../../../ui/pickers/listbox.tsx'
import { editorMessages } from '../../messages/changelog.ts'
import type { LinkedRequest, LinkOption } from '../linkable-requests.ts'

interface LinkedRequestsFieldProps {
  home: string
  linked: LinkedRequest[]
  /** Shown without script, instead of the search. */
  suggestions: LinkedRequest[]
  /** Called with the requests that are checked. */
  onChange: (requests: LinkedRequest[]) => void
}

/** Links requests to the entry, found by search. Each shows its stage, and whether it is hidden from customers. */
export function LinkedRequestsField({ home, linked, suggestions, onChange }: LinkedRequestsFieldProps) {
  const { formErrors } = use(FormContext)
  const submitted = formErrors && [formErrors.values.linkedFeedbackIds ?? []].flat()
  const [added, setAdded] = useState<LinkedRequest[]>([])
  useDraftValue('addedRequests', added, (requests) =>
    setAdded(requests.filter(({ id }) => !linked.some((request) => request.id === id))),
  )
  const rows = [...linked, ...added]
  const boxes = useRef<HTMLDivElement>(null)
  const report = () => {
    const checked = boxes.current?.querySelectorAll<HTMLInputElement>('[name="linkedFeedbackIds"]:checked') ?? []
    const ids = new Set([...checked].map(({ value }) => value))
    onChange(rows.filter(({ id }) => ids.has(id)))
  }
  // A request that was just added has its checkbox on the page only now.
  useEffect(report, [rows.length])
  const others = suggestions.filter(({ id }) => !rows.some((row) => row.id === id))
  return (
    <FieldSet legend={editorMessages.linked} help={editorMessages.linkedHelp}>
      <RequestSearch
        home={home}
        linkedIds={rows.map(({ id }) => id)}
        onAdd={(request) => setAdded((before) => [...before, request])}
      />
      {rows.length === 0 && <p className="text-13 text-muted noscript:hidden">{editorMessages.linkedNone}</p>}
      <div ref={boxes} className="flex flex-col gap-2" onChange={report}>
        <RequestBoxes requests={rows} isChosen={(id) => submitted?.includes(id) ?? true} />
      </div>
      <noscript>
        <p className="mb-2 text-12 text-muted">{editorMessages.linkedMore}</p>
        <RequestBoxes requests={others} isChosen={(id) => submitted?.includes(id) ?? false} />
      </noscript>
    </FieldSet>
  )
}

function RequestBoxes({ requests, isChosen }: { requests: LinkedRequest[]; isChosen: (id: string) => boolean }) {
  return requests.map(({ id, title, stage, isPublic }) => (
    <label key={id} className="flex cursor-pointer items-start gap-2 text-13">
      <input
        type="checkbox"
        className="box mt-0.5 size-4 flex-none"
        name="linkedFeedbackIds"
        value={id}
        defaultChecked={isChosen(id)}
      />
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 wrap-anywhere" title={title} dir="auto">
          {title}
        </span>
        <span className="flex flex-wrap items-center gap-x-3">
          <StageBadge stage={stage} look="plain" />
          {!isPublic && (
            <span className="flex items-center gap-1 text-12 text-muted">
              <EyeOff size={14} aria-hidden />
              {editorMessages.linkedHidden}
            </span>
          )}
        </span>
      </span>
    </label>
  ))
}

interface RequestSearchProps {
  home: string
  linkedIds: string[]
  onAdd: (request: LinkedRequest) => void
}

function RequestSearch({ home, linkedIds, onAdd }: RequestSearchProps) {
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const { options, isSearching } = useRemoteOptions(`${home}/changelog/find-requests`, text, isOpen)
  const availableOptions = isOpen ? options.filter(({ value }) => !linkedIds.includes(value)) : []
  const listbox = useListbox(availableOptions, select)
  function select(option: ListboxOption) {
    onAdd((option as LinkOption).request)
    setText('')
    // Marks the form as changed.
    document.getElementById(`${listbox.id}-text`)?.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape' && isOpen) event.preventDefault()
    if (event.key === 'Escape') setOpen(false)
    else if (event.key === 'Enter') event.preventDefault()
    listbox.input.onKeyDown(event)
  }
  return (
    <div className="picker noscript:hidden">
      <div className="input input-group">
        <Search aria-hidden />
        <input
          {...listbox.input}
          id={`${listbox.id}-text`}
          aria-label={editorMessages.linkedSearch}
          placeholder={editorMessages.linkedSearch}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setOpen(true)
            listbox.toFirst()
          }}
          onClick={() => setOpen(true)}
          onBlur={() => setOpen(false)}
          onKeyDown={onKeyDown}
        />
      </div>
      {isOpen && (
        <ListboxOptions
          {...listbox}
          options={availableOptions}
          onSelect={select}
          isSelected={() => false}
          note={availableOptions.length > 0 ? null : isSearching ? uiMessages.searching : uiMessages.nothingFound}
        />
      )}
    </div>
  )
}
