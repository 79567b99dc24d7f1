import { ArrowUpDown, BookmarkPlus, ListFilter } from 'lucide-react'
import { type MouseEvent, useEffect, useRef } from 'react'
import { Form, useNavigate } from 'react-router'
import type { ConsoleSort } from '#server/feedback/console/sort.ts'
import type { SavedView } from '#server/saved-views/schema.ts'
import { SubmitWithoutScript } from '../../../ui/forms/form-buttons.tsx'
import { LiveSearchField } from '../../../ui/forms/live-search-field.tsx'
import { focusFirst, isFocusLost } from '../../../ui/lib/focus.ts'
import { loadOnUse } from '../../../ui/lib/load-on-use.tsx'
import { Notice } from '../../../ui/notices/notice.tsx'
import { Menu, MenuButton, MenuLink, MenuSeparator } from '../../../ui/overlays/menu.tsx'
import { filterMessages as messages } from '../../messages/requests/filters.ts'
import { requestListMessages } from '../../messages/requests/list.ts'
import { viewMessages } from '../../messages/requests/views.ts'
import { type FilterParam, filterParams, formatListFilter, type RequestListFilter } from '../list/list-filter.ts'
import { viewDialogs } from '../views/dialog-ids.ts'
import { ViewButtons } from '../views/view-controls.tsx'
import { editorId } from './editor-id.ts'
import { type FieldName, type FilterData, fieldNames, filterFields, isSwitch, valuesOf } from './fields.tsx'
import { FilterChips } from './filter-chips.tsx'

interface FilterBarProps extends FilterData {
  view: SavedView | null
  home: string
  sort: ConsoleSort
  ignored: FilterParam[]
}

const FilterEditors = loadOnUse(async () => (await import('./editor.tsx')).FilterEditors)
const ViewDialogs = loadOnUse(async () => (await import('../views/dialogs.tsx')).ViewDialogs)

const addButtonId = 'filter-add'

/** The search, the menu of filters, the order, and the active filters of the list. */
export function FilterBar(props: FilterBarProps) {
  const { filter, view, home, ignored } = props
  const active = fieldNames.filter((name) => isShown(filter, name))
  const listUrl = `${home}/requests`
  useFocusAfterRemoval(active.length)
  return (
    <>
      <div className="toolbar">
        <SearchForm filter={filter} listUrl={listUrl} />
        <AddFilterMenu filter={filter} listUrl={listUrl} />
        <SortMenu {...props} listUrl={listUrl} />
      </div>
      {(active.length > 0 || view) && (
        <div className="filter-row">
          {active.length > 0 && <FilterChips {...props} active={active} />}
          <span className="filter-view-buttons">
            <ViewButtons filter={filter} view={view} listUrl={listUrl} />
          </span>
        </div>
      )}
      <ViewDialogs view={view} query={formatListFilter(filter)} listUrl={listUrl} />
      {ignored.length > 0 && (
        <div className="pt-2" role="status">
          <Notice tone="warning">{messages.ignored({ names: describeIgnored(ignored) })}</Notice>
        </div>
      )}
      <FilterEditors {...props} />
    </>
  )
}

/** A single stage is shown by its tab. */
const isShown = (filter: RequestListFilter, name: FieldName): boolean =>
  valuesOf(filter, name).length > (name === 'stage' ? 1 : 0)

function describeIgnored(ignored: FilterParam[]): string {
  const names: Partial<Record<FilterParam, string>> = { ...messages.fields, ...messages.names }
  return [...new Set(ignored.map((param) => names[param] ?? param))].join(', ')
}

function SearchForm({ filter, listUrl }: { filter: RequestListFilter; listUrl: string }) {
  const navigate = useNavigate()
  const search = (text: string, replace: boolean) =>
    navigate(`${listUrl}${formatListFilter({ ...filter, search: text })}`, { replace, preventScrollReset: true })
  return (
    <Form
      method="get"
      action={listUrl}
      className="toolbar grow basis-60 max-md:basis-full"
      role="search"
      aria-label={requestListMessages.filters}
      onSubmit={(event) => {
        event.preventDefault()
        search(String(new FormData(event.currentTarget).get('search') ?? ''), false)
      }}
    >
      {filterParams
        .filter((param) => param !== 'search')
        .flatMap((param) =>
          [filter[param] ?? []]
            .flat()
            .map((value) => <input key={`${param} ${value}`} type="hidden" name={param} value={value} />),
        )}
      <LiveSearchField
        label={requestListMessages.search}
        value={filter.search ?? ''}
        onSearch={(text) => search(text, true)}
      />
      <SubmitWithoutScript>{messages.apply}</SubmitWithoutScript>
    </Form>
  )
}

function AddFilterMenu({ filter, listUrl }: { filter: RequestListFilter; listUrl: string }) {
  return (
    <span id={addButtonId} className="contents">
      <Menu label={messages.add} icon={<ListFilter aria-hidden />}>
        {fieldNames.map((name) => {
          const { icon: Icon } = filterFields[name]
          if (isSwitch(name)) {
            return (
              <MenuLink
                key={name}
                to={`${listUrl}${formatListFilter({ ...filter, [name]: filter[name] ? undefined : '1' })}`}
                icon={<Icon aria-hidden />}
                preventScrollReset
                aria-current={filter[name] ? 'true' : undefined}
              >
                {messages.fields[name]}
              </MenuLink>
            )
          }
          return (
            <MenuButton
              key={name}
              icon={<Icon aria-hidden />}
              popoverTarget={editorId(name)}
              aria-haspopup="dialog"
              onClick={(event) => openEditor(event, name)}
            >
              {messages.fields[name]}
            </MenuButton>
          )
        })}
        {formatListFilter(filter) !== '' && (
          <>
            <MenuSeparator />
            <MenuButton icon={<BookmarkPlus aria-hidden />} opens={viewDialogs.save}>
              {viewMessages.save}
            </MenuButton>
          </>
        )}
      </Menu>
    </span>
  )
}

/** Opens the editor at the button of the menu, which closes. Without script, it opens beside the menu. */
function openEditor(event: MouseEvent<HTMLElement>, name: FieldName) {
  const editor = document.getElementById(editorId(name))
  // The menu opens when it has loaded (load-on-use.tsx).
  if (!editor) return
  event.preventDefault()
  event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
  const source = findAddButton()
  editor.showPopover(source ? { source } : {})
}

const findAddButton = () => document.querySelector<HTMLButtonElement>(`#${addButtonId} > button`)

const sortsOf = (search: string | undefined): ConsoleSort[] => [
  ...(search ? (['relevance'] as const) : []),
  ...(['newest', 'oldest', 'votes', 'fewest-votes', 'trend', 'active', 'least-active'] as const),
]

/** The first order is the default, which a URL does not name. */
function SortMenu({ filter, sort, listUrl }: FilterBarProps & { listUrl: string }) {
  const { sorts } = requestListMessages
  return (
    <Menu label={messages.sort({ order: sorts[sort] })} icon={<ArrowUpDown aria-hidden />} align="end">
      {sortsOf(filter.search).map((order, index) => (
        <MenuLink
          key={order}
          to={`${listUrl}${formatListFilter({ ...filter, sort: index === 0 ? undefined : order })}`}
          aria-current={order === sort ? 'true' : undefined}
          preventScrollReset
        >
          {sorts[order]}
        </MenuLink>
      ))}
    </Menu>
  )
}

/** Removing a filter removes the focused link. */
function useFocusAfterRemoval(count: number) {
  const shown = useRef(count)
  useEffect(() => {
    if (count < shown.current && isFocusLost()) focusFirst(findAddButton())
    shown.current = count
  }, [count])
}
