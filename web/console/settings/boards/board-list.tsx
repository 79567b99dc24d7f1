import { useRef } from 'react'
import { useFetcher } from 'react-router'
import type { BoardWithCounts } from '#server/boards/list.ts'
import { Rows } from '../../../ui/data/list-row.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { boardsMessages as messages } from '../../messages/settings/boards.ts'
import { BoardRow } from './board-row.tsx'
import { moveBefore } from './move-before.ts'
import { useDragOrder } from './use-drag-order.ts'

/** The boards in their order; what is being moved stands at its new place at once. */
export function BoardList({ boards, here }: { boards: BoardWithCounts[]; here: string }) {
  const fetcher = useFetcher({ key: 'board-order' })
  const list = useRef<HTMLDivElement>(null)
  const shown = optimisticOrder(boards, fetcher.formData)
  const edge = useDragOrder(list, (id, before) => {
    const name = boards.find((board) => board.id === id)?.name ?? ''
    if (
      moveBefore(
        shown.map((board) => board.id),
        id,
        before,
      ).join() === shown.map((board) => board.id).join()
    )
      return
    fetcher.submit({ intent: 'move', id, before: before ?? '', name }, { method: 'post', action: here })
  })
  return (
    <Card flush>
      <div ref={list}>
        <Rows label={messages.list}>
          {shown.map((board, at) => (
            <BoardRow
              key={board.id}
              board={board}
              here={here}
              fetcher={fetcher}
              // Up is before the one above; down is before the one after the next, or at the end.
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
