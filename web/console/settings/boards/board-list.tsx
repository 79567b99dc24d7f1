import { useRef } from 'react'
import { useFetcher } from 'react-router'
import type { BoardWithCounts } from '#server/boards/list.ts'
import { Rows } from '../../../ui/data/list-row.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { boardsMessages as messages } from '../../messages/settings/boards.ts'
import { BoardRow } from './board-row.tsx'
import { moveBefore } from './move-before.ts'
import { useDragOrder } from './use-drag-order.ts'

/** Renders the boards in order, with a moved board at its new position right away. */
export function BoardList({ boards, pageUrl }: { boards: BoardWithCounts[]; pageUrl: string }) {
  const fetcher = useFetcher({ key: 'board-order' })
  const list = useRef<HTMLDivElement>(null)
  const shown = optimisticOrder(boards, fetcher.formData)
  const edge = useDragOrder(list, (id, before) => {
    const name = boards.find((board) => board.id === id)?.name ?? ''
    const ids = shown.map((board) => board.id)
    if (moveBefore(ids, id, before).join() === ids.join()) return
    fetcher.submit({ intent: 'move', id, before: before ?? '', name }, { method: 'post', action: pageUrl })
  })
  return (
    <Card flush>
      <div ref={list}>
        <Rows label={messages.list}>
          {shown.map((board, at) => (
            <BoardRow
              key={board.id}
              board={board}
              pageUrl={pageUrl}
              fetcher={fetcher}
              // Moving up goes before the previous board; moving down goes before the board after the next, or to the end.
              up={at === 0 ? null : shown[at - 1]!.id}
              down={at === shown.length - 1 ? null : (shown[at + 2]?.id ?? '')}
              isOnly={shown.length === 1}
              edge={edge?.id === board.id ? edge.side : undefined}
            />
          ))}
        </Rows>
      </div>
    </Card>
  )
}

function optimisticOrder(boards: BoardWithCounts[], sent: FormData | undefined): BoardWithCounts[] {
  if (sent?.get('intent') !== 'move') return boards
  const before = String(sent.get('before'))
  const ids = moveBefore(
    boards.map(({ id }) => id),
    String(sent.get('id')),
    before === '' ? null : before,
  )
  return ids.map((id) => boards.find((board) => board.id === id)!)
}
