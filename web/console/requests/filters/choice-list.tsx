import { useId, useState } from 'react'
import { useHydrated } from '../../../ui/lib/use-hydrated.ts'
import { filterMessages as messages } from '../../messages/requests/filters.ts'
import type { EditorProps } from './editor.tsx'
import { filterFields, valuesOf } from './fields.tsx'

// Fewer choices can be read at a glance.
const minToSearch = 9

/** The values of a filter to choose from, with a field to find one among many. */
export function ChoiceList(props: EditorProps) {
  const { name, filter } = props
  const { choices, isSingle, params } = filterFields[name]
  const id = useId()
  const [text, setText] = useState('')
  const chosen = valuesOf(filter, name)
  const all = choices!(props)
  const isShown = (label: string) => label.toLowerCase().includes(text.trim().toLowerCase())
  return (
    <>
      {useHydrated() && all.length >= minToSearch && (
        <input
          type="search"
          className="input"
          aria-label={messages.find}
          placeholder={messages.find}
          value={text}
          onChange={(event) => setText(event.target.value)}
          autoComplete="off"
        />
      )}
      {all.map(({ value, label, icon }) => (
        <label key={value} className="menu-item" htmlFor={`${id}-${value}`} hidden={!isShown(label)}>
          <input
            id={`${id}-${value}`}
            type={isSingle ? 'radio' : 'checkbox'}
            className={isSingle ? 'dot' : 'box'}
            name={params[0]}
            value={value}
            defaultChecked={chosen.includes(value)}
            autoComplete="off"
          />
          {icon}
          <span className="truncate" dir="auto">
            {label}
          </span>
        </label>
      ))}
      {!all.some(({ label }) => isShown(label)) && <p className="options-note">{messages.noOption}</p>}
    </>
  )
}
