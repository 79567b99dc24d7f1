import { type FormEvent, type KeyboardEvent, memo, type ToggleEvent, useEffect, useRef, useState } from 'react'
import { Form, useNavigate } from 'react-router'
import { SubmitWithoutScript } from '../../../ui/forms/form-buttons.tsx'
import { useLatestFunctions } from '../../../ui/lib/latest-functions.ts'
import { filterMessages as messages } from '../../messages/requests/filters.ts'
import { filterParams, formatListFilter } from '../list/list-filter.ts'
import { ChoiceList } from './choice-list.tsx'
import { editorId } from './editor-id.ts'
import { CustomerField, DayFields, VoteFields } from './field-inputs.tsx'
import { type FieldName, type FilterData, fieldNames, filterFields, isSwitch } from './fields.tsx'

export interface EditorProps extends FilterData {
  name: FieldName
  home: string
}

/** Renders a menu for each filter that has one. The menus do not use `useNavigate`, because each would then render again on every navigation. */
export function FilterEditors(props: Omit<EditorProps, 'name'>) {
  const navigate = useNavigate()
  const handlers = useLatestFunctions<FilterHandlers>({
    onApply: (url) => navigate(url, { preventScrollReset: true }),
  })
  return fieldNames
    .filter((name) => !isSwitch(name))
    .map((name) => <FilterEditor key={name} {...props} {...handlers} name={name} />)
}

interface FilterHandlers {
  /** Shows the list with the chosen filters. */
  onApply: (url: string) => void
}

/**
 * The menu that changes one filter. It is a form of the list’s address, so it works without script; with script, each
 * choice applies at once.
 */
const FilterEditor = memo((props: EditorProps & FilterHandlers) => {
  const { name, filter, home } = props
  const { params } = filterFields[name]
  const listUrl = `${home}/requests`
  const query = formatListFilter(filter)
  const menu = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  // The inputs keep their own state while the menu is open, so that fast choices are not lost.
  const [shownQuery, setShownQuery] = useState(query)
  if (!isOpen && shownQuery !== query) setShownQuery(query)
  // Submitting also moves the focus, which must not apply the same values again.
  const pending = useRef<string>(null)
  useEffect(() => {
    if (pending.current === query) pending.current = null
  }, [query])
  const apply = (form: HTMLFormElement) => {
    const data = new FormData(form)
    const next = formatListFilter(
      Object.fromEntries(filterParams.map((param) => [param, data.getAll(param).map(String)])),
    )
    if (next === (pending.current ?? query)) return
    pending.current = next
    props.onApply(`${listUrl}${next}`)
  }
  const pick = (form: HTMLFormElement) => {
    apply(form)
    if (new FormData(form).has(params[0]!)) menu.current?.hidePopover()
  }
  const onChange = (event: FormEvent<HTMLFormElement>) => {
    const { type } = event.target as HTMLInputElement
    // Each digit and each part of a date is a change.
    if (type === 'checkbox' || type === 'radio') apply(event.currentTarget)
  }
  // The menu may have been opened before its script had loaded.
  useEffect(() => {
    if (!menu.current?.matches(':popover-open')) return
    setOpen(true)
    if (!menu.current.contains(document.activeElement)) firstInput(menu.current)?.focus()
  }, [])
  const onToggle = ({ newState, target }: ToggleEvent<HTMLDivElement>) => {
    if (target !== menu.current) return
    setOpen(newState === 'open')
    // The browser reports the opening a moment later, when a key may have moved the focus already.
    if (newState === 'open' && !menu.current.contains(document.activeElement)) firstInput(menu.current)?.focus()
  }
  return (
    <div
      ref={menu}
      id={editorId(name)}
      popover="auto"
      role="dialog"
      aria-label={messages.editor({ field: messages.fields[name] })}
      className="menu-list filter-menu"
      onToggle={onToggle}
      onKeyDown={moveFocus}
    >
      <Form
        key={shownQuery}
        method="get"
        action={listUrl}
        onChange={onChange}
        onBlur={({ currentTarget, target }) => isTyped(target) && apply(currentTarget)}
        onSubmit={(event) => {
          event.preventDefault()
          apply(event.currentTarget)
          menu.current?.hidePopover()
        }}
      >
        {filterParams
          .filter((param) => !params.includes(param))
          .flatMap((param) =>
            [filter[param] ?? []]
              .flat()
              .map((value) => <input key={`${param} ${value}`} type="hidden" name={param} value={value} />),
          )}
        <EditorInputs {...props} onPick={pick} />
        <SubmitWithoutScript>{messages.apply}</SubmitWithoutScript>
      </Form>
    </div>
  )
})

function EditorInputs(props: EditorProps & { onPick: (form: HTMLFormElement) => void }) {
  if (props.name === 'customer') return <CustomerField {...props} />
  if (props.name === 'created') return <DayFields {...props} from="from" to="to" />
  if (props.name === 'voted') return <DayFields {...props} from="votedFrom" to="votedTo" />
  if (props.name === 'votes') return <VoteFields {...props} />
  return <ChoiceList {...props} />
}

const isTyped = (target: EventTarget): boolean =>
  target instanceof HTMLInputElement && (target.type === 'date' || target.type === 'number')

const firstInput = (menu: HTMLElement | null) =>
  menu?.querySelector<HTMLElement>('input:checked') ?? menu?.querySelector<HTMLElement>('input:not([type="hidden"]), a')

/** Moves focus between the choices, as in other menus. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const target = event.target as HTMLElement
  if (!target.matches('a, [type="checkbox"], [type="radio"], [type="search"]')) return
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('a, [type="checkbox"], [type="radio"]')]
  const at = items.indexOf(target)
  const next = { ArrowDown: at + 1, ArrowUp: at < 0 ? -1 : at - 1 }[event.key]
  // The arrow keys of radio buttons already choose.
  if (next === undefined || target.matches('[type="radio"]') || items.length === 0) return
  event.preventDefault()
  items.at(next % items.length)?.focus()
}
