import { CircleUserRound, Folder, Signal, Tag as TagIcon } from 'lucide-react'
import { useEffect } from 'react'
import type { ConsoleFeedbackSummary } from '#server/feedback/console/list.ts'
import { Kbd } from '../../../ui/data/badge.tsx'
import { focusOnOpen } from '../../../ui/lib/focus.ts'
import { requestListMessages as listMessages } from '../../messages/requests/list.ts'
import { factMessages as messages } from '../../messages/requests/organize.ts'
import { ChoiceMenu, moveFocus } from '../organize/choice-menu.tsx'
import { boardChoices, ownerChoices, tagChoices } from '../organize/choices.tsx'
import type { OrganizeChoices } from '../organize/load-choices.ts'
import { formatTagChange } from '../organize/values.ts'
import type { OrganizeIntent } from '../stage-changes/pending-stage-change.ts'
import { rowId } from './use-loaded-rows.tsx'

/** An open menu. Each opening creates a new object. */
export interface RowMenu {
  name: 'actions' | OrganizeIntent
  /** The row whose button anchors the menu. */
  rowId: string
  /** The requests to change: that of the row, or all selected ones. */
  ids: string[]
}

interface RowMenusProps {
  menu: RowMenu
  requests: ConsoleFeedbackSummary[]
  choices: OrganizeChoices
  onOpen: (menu: RowMenu) => void
  onPick: (intent: OrganizeIntent, value: string) => void
}

// The server’s limit for one change.
const maxIds = 100

const menuId = (name: RowMenu['name']): string => `row-${name}`

const findRow = ({ rowId: id }: RowMenu) => document.getElementById(rowId(id))

/** The menu of a row, and those that set owner, board and tags. Loaded when the first one is opened. */
export function RowMenus({ menu, requests, choices, onOpen, onPick }: RowMenusProps) {
  useEffect(() => {
    const source = findRow(menu)?.querySelector<HTMLElement>('.request-row-menu')
    document.getElementById(menuId(menu.name))?.showPopover(source ? { source } : {})
  }, [menu])
  const [first] = requests
  if (first === undefined || menu.ids.length > maxIds) return null
  const ownerId = requests.every(({ owner }) => owner?.id === first.owner?.id) ? (first.owner?.id ?? null) : ''
  const boardId = requests.every(({ board }) => board.id === first.board.id) ? first.board.id : ''
  const shared = first.tags.filter(({ id }) => requests.every(({ tags }) => tags.some((tag) => tag.id === id)))
  const menuOf = (intent: OrganizeIntent) => ({
    id: menuId(intent),
    intent,
    // Sent only by script: these menus need JavaScript.
    action: '',
    fields: {},
    onPick: (value: string) => onPick(intent, value),
  })
  return (
    <>
      <ActionsMenu menu={menu} title={first.title} onOpen={onOpen} />
      <ChoiceMenu
        {...menuOf('owner')}
        label={messages.setOwner}
        findLabel={messages.findMember}
        choices={ownerChoices(choices, ownerId)}
      />
      <ChoiceMenu
        {...menuOf('board')}
        label={messages.setBoard}
        findLabel={messages.findBoard}
        choices={boardChoices(choices, boardId)}
      />
      <ChoiceMenu
        {...menuOf('tag')}
        label={messages.setTags}
        findLabel={choices.canCreateTags ? messages.findOrCreateTag : messages.findTag}
        choices={tagChoices(choices, shared)}
        isMultiple
        toNewValue={choices.canCreateTags ? (value) => formatTagChange({ kind: 'create', value }) : undefined}
      />
    </>
  )
}

const actions = [
  { name: 'owner', key: 'a', label: messages.setOwner, icon: CircleUserRound },
  { name: 'tag', key: 't', label: messages.setTags, icon: TagIcon },
  { name: 'board', key: 'b', label: messages.setBoard, icon: Folder },
] as const

/** What can be done with the row, each with its key. */
function ActionsMenu({ menu, title, onOpen }: Pick<RowMenusProps, 'menu' | 'onOpen'> & { title: string }) {
  const close = () => document.getElementById(menuId('actions'))?.hidePopover()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs in a form, and this is a list of buttons
    <div
      id={menuId('actions')}
      popover="auto"
      role="group"
      aria-label={listMessages.actionsFor({ title })}
      className="menu-list"
      onKeyDown={moveFocus}
    >
      <button
        type="button"
        ref={focusOnOpen}
        className="menu-item"
        onClick={() => {
          close()
          findRow(menu)?.querySelector<HTMLElement>('.request-stage-button')?.click()
        }}
      >
        <Signal aria-hidden />
        {listMessages.setStage}
        <Kbd>s</Kbd>
      </button>
      {actions.map(({ name, key, label, icon: Icon }) => (
        <button
          key={name}
          type="button"
          className="menu-item"
          onClick={() => {
            close()
            onOpen({ ...menu, name })
          }}
        >
          <Icon aria-hidden />
          {label}
          <Kbd>{key}</Kbd>
        </button>
      ))}
    </div>
  )
}
