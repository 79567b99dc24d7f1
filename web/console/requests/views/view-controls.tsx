import { Ellipsis, Lock, Pencil, Trash2, Users } from 'lucide-react'
import type { SavedView } from '#server/saved-views/schema.ts'
import { Button, LinkButton } from '../../../ui/buttons/button.tsx'
import { Badge } from '../../../ui/data/badge.tsx'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { Menu, MenuButton, MenuForm } from '../../../ui/overlays/menu.tsx'
import { viewMessages as messages } from '../../messages/requests/views.ts'
import { formatListFilter, type RequestListFilter } from '../list/list-filter.ts'
import { viewDialogs } from './dialog-ids.ts'
import { viewUrl } from './view-url.ts'

interface ViewProps {
  filter: RequestListFilter
  view: SavedView | null
  listUrl: string
}

/** Returns the filters shown, as a view stores them. */
export const queryOf = (filter: RequestListFilter): string =>
  formatListFilter({ ...filter, view: undefined }).replace(/^\?/, '')

const isModified = ({ filter, view }: ViewProps): boolean => view !== null && queryOf(filter) !== view.query

/** Says who sees the view, and whether the filters shown are still its own; with a menu to change it. */
export function ViewMarks(props: ViewProps) {
  const { filter, view, listUrl } = props
  if (view === null) return null
  const form = { action: `${listUrl}${formatListFilter(filter)}`, fields: { view: view.id, query: queryOf(filter) } }
  const Icon = view.isShared ? Users : Lock
  return (
    <>
      <Badge look="outline" icon={<Icon aria-hidden />}>
        {view.isShared ? messages.shared : messages.own}
      </Badge>
      {isModified(props) && <Badge tone="warning">{messages.modified}</Badge>}
      {view.canChange && (
        <Menu label={messages.options} iconOnly icon={<Ellipsis aria-hidden />} look="quiet" size="sm">
          <MenuButton icon={<Pencil aria-hidden />} opens={viewDialogs.rename}>
            {messages.rename}
          </MenuButton>
          <MenuForm
            {...form}
            intent={view.isShared ? 'unshare-view' : 'share-view'}
            icon={view.isShared ? <Lock aria-hidden /> : <Users aria-hidden />}
          >
            {view.isShared ? messages.unshare : messages.shareAct}
          </MenuForm>
          <MenuButton icon={<Trash2 aria-hidden />} tone="danger" opens={viewDialogs.delete}>
            {messages.delete}
          </MenuButton>
        </Menu>
      )}
    </>
  )
}

/** Buttons that save the filters shown, or return to those of the view. */
export function ViewButtons(props: ViewProps) {
  const { filter, view, listUrl } = props
  if (queryOf(filter) === '') return null
  if (view === null) return <SaveButton label={messages.save} />
  if (!isModified(props)) return null
  return (
    <>
      {view.canChange && (
        <ActionForm
          intent="update-view"
          action={`${listUrl}${formatListFilter(filter)}`}
          fields={{ view: view.id, query: queryOf(filter) }}
        >
          <SubmitButton size="sm">{messages.saveChanges}</SubmitButton>
        </ActionForm>
      )}
      <LinkButton to={viewUrl(listUrl, view)} size="sm" preventScrollReset>
        {messages.reset}
      </LinkButton>
      <SaveButton label={messages.saveAs} />
    </>
  )
}

function SaveButton({ label }: { label: string }) {
  return (
    <Button size="sm" opens={viewDialogs.save}>
      {label}
    </Button>
  )
}
