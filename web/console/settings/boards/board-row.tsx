import { ArrowDown, ArrowUp, GripVertical, Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { FetcherWithComponents } from 'react-router'
import type { BoardWithCounts } from '#server/boards/list.ts'
import { IconButton } from '../../../ui/buttons/button.tsx'
import { Badge } from '../../../ui/data/badge.tsx'
import { RowLink } from '../../../ui/data/list-row.tsx'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { Menu, MenuLink } from '../../../ui/overlays/menu.tsx'
import { boardsMessages as messages } from '../../messages/settings/boards.ts'
import { settingsMessages } from '../../messages/settings/common.ts'

interface BoardRowProps {
  board: BoardWithCounts
  pageUrl: string
  fetcher: FetcherWithComponents<unknown>
  /** The id of the board to move before: null at the end of the list, empty to move to the end. */
  up: string | null
  down: string | null
  isOnly: boolean
  /** Where a dragged board would be dropped. */
  edge: 'top' | 'bottom' | undefined
}

export function BoardRow({ board, pageUrl, edge, ...rest }: BoardRowProps) {
  return (
    <li className="row board-row" data-board={board.id} data-edge={edge}>
      <span className="board-grip" title={messages.drag} aria-hidden="true">
        <GripVertical size={16} />
      </span>
      <div className="row-main">
        <span className="row-title" dir="auto">
          <RowLink to={`${pageUrl}?edit=${board.id}`} preventScrollReset>
            {board.name}
          </RowLink>
        </span>
        <span className="row-meta">
          <span className="font-mono">{board.slug}</span>
          <span>{messages.requests({ count: board.requests })}</span>
          {board.pending > 0 && <span>{messages.toReview({ count: board.pending })}</span>}
          <span>{messages.reviewBadges[board.reviewsNew]}</span>
        </span>
      </div>
      <div className="row-end">
        {!board.isPublic && <Badge>{messages.teamOnly}</Badge>}
        <Badge tone={board.acceptsRequests ? 'success' : 'neutral'} dot>
          {board.acceptsRequests ? messages.open : messages.closed}
        </Badge>
        <Actions board={board} pageUrl={pageUrl} {...rest} />
      </div>
    </li>
  )
}

function Actions({ board, pageUrl, fetcher, up, down, isOnly }: Omit<BoardRowProps, 'edge'>) {
  const reason = board.requests > 0 ? messages.hasRequests : isOnly ? messages.onlyBoard : undefined
  return (
    <span className="flex items-center">
      <MoveButton
        board={board}
        pageUrl={pageUrl}
        fetcher={fetcher}
        before={up}
        label={messages.moveUp({ name: board.name })}
        icon={<ArrowUp />}
      />
      <MoveButton
        board={board}
        pageUrl={pageUrl}
        fetcher={fetcher}
        before={down}
        label={messages.moveDown({ name: board.name })}
        icon={<ArrowDown />}
      />
      <Menu
        label={messages.menu({ name: board.name })}
        iconOnly
        icon={<Pencil aria-hidden="true" />}
        look="quiet"
        size="sm"
      >
        <MenuLink to={`${pageUrl}?edit=${board.id}`} preventScrollReset icon={<Pencil aria-hidden="true" />}>
          {settingsMessages.edit}
        </MenuLink>
        {reason === undefined ? (
          <MenuLink
            to={`${pageUrl}?delete=${board.id}`}
            preventScrollReset
            tone="danger"
            icon={<Trash2 aria-hidden="true" />}
          >
            {settingsMessages.delete}
          </MenuLink>
        ) : (
          <p className="max-w-56 px-2 py-1 text-12 text-muted">{reason}</p>
        )}
      </Menu>
    </span>
  )
}

interface MoveButtonProps extends Pick<BoardRowProps, 'board' | 'pageUrl' | 'fetcher'> {
  before: string | null
  label: string
  icon: ReactNode
}

function MoveButton({ board, pageUrl, fetcher, before, label, icon }: MoveButtonProps) {
  const fields = { id: board.id, name: board.name, before: before ?? '' }
  return (
    <ActionForm intent="move" action={pageUrl} fields={fields} fetcher={fetcher}>
      {/* Stays in place at both ends of the list, so that pressing it repeatedly keeps the focus. */}
      <IconButton
        type={before === null ? 'button' : 'submit'}
        aria-disabled={before === null || undefined}
        label={label}
        icon={icon}
        size="sm"
      />
    </ActionForm>
  )
}
