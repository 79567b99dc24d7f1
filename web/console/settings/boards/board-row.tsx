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
  here: string
  fetcher: FetcherWithComponents<unknown>
  /** The board that it would stand before; null where it cannot go further, empty for the end. */
  up: string | null
  down: string | null
  isOnly: boolean
  /** Where the board that is being dragged would go. */
  edge: 'top' | 'bottom' | undefined
}

export function BoardRow({ board, here, edge, ...rest }: BoardRowProps) {
  return (
    <li className="row board-row" data-board={board.id} data-edge={edge}>
      <span className="board-grip" title={messages.drag} aria-hidden="true">
        <GripVertical size={16} />
      </span>
      <div className="row-main">
        <span className="row-title" dir="auto">
          <RowLink to={`${here}?edit=${board.id}`} preventScrollReset>
            {board.name}
          </RowLink>
        </span>
        <span className="row-meta">
          <span className="font-mono">{board.slug}</span>
          <span>{messages.requests(board.requests)}</span>
          {board.pending > 0 && <span>{messages.pending(board.pending)}</span>}
          <span>{messages.moderates[board.reviewsNew]}</span>
        </span>
      </div>
      <div className="row-end">
        {!board.isPublic && <Badge>{messages.teamOnly}</Badge>}
        <Badge tone={board.acceptsRequests ? 'success' : 'neutral'} dot>
          {board.acceptsRequests ? messages.open : messages.closed}
        </Badge>
        <Actions board={board} here={here} {...rest} />
      </div>
    </li>
  )
}

function Actions({ board, here, fetcher, up, down, isOnly }: Omit<BoardRowProps, 'edge'>) {
  const reason = board.requests > 0 ? messages.hasRequests : isOnly ? messages.isOnly : undefined
  return (
    <span className="flex items-center">
      <MoveButton
        board={board}
        here={here}
        fetcher={fetcher}
        before={up}
        label={messages.up(board.name)}
        icon={<ArrowUp />}
      />
      <MoveButton
        board={board}
        here={here}
        fetcher={fetcher}
        before={down}
        label={messages.down(board.name)}
        icon={<ArrowDown />}
      />
      <Menu label={messages.menuOf(board.name)} iconOnly icon={<Pencil aria-hidden="true" />} look="quiet" size="sm">
        <MenuLink to={`${here}?edit=${board.id}`} preventScrollReset icon={<Pencil aria-hidden="true" />}>
          {settingsMessages.edit}
        </MenuLink>
        {reason === undefined ? (
          <MenuLink
            to={`${here}?delete=${board.id}`}
            preventScrollReset
            tone="danger"
            icon={<Trash2 aria-hidden="true" />}
          >
            {settingsMessages.remove}
          </MenuLink>
        ) : (
          <p className="max-w-56 px-2 py-1 text-12 text-muted">{reason}</p>
        )}
      </Menu>
    </span>
  )
}

interface MoveButtonProps extends Pick<BoardRowProps, 'board' | 'here' | 'fetcher'> {
  before: string | null
  label: string
  icon: ReactNode
}

function MoveButton({ board, here, fetcher, before, label, icon }: MoveButtonProps) {
  const fields = { id: board.id, name: board.name, before: before ?? '' }
  return (
    <ActionForm intent="move" action={here} fields={fields} fetcher={fetcher}>
      {/* It stays where it is at the ends, so that whoever presses it again and again keeps their place. */}
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
