import { type RefObject, useEffect, useRef } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { KeyHint } from '../../../ui/data/badge.tsx'
import { useShortcuts } from '../../../ui/lib/use-shortcuts.ts'
import { undoLatestToast } from '../../../ui/notices/undo-latest.ts'
import { roadmapMessages as messages } from '../../messages/roadmap.ts'
import { statusStages } from '../../status-stages.ts'
import { boardQuery, isClosedShown, parseBoardFilter, parseColumn } from '../board-query.ts'
import { useKeyboardDrag } from '../drag/use-keyboard-drag.ts'
import { usePointerDrag } from '../drag/use-pointer-drag.ts'
import type { BoardData } from '../page.tsx'
import { BoardColumn } from './board-column.tsx'
import { BoardTabs } from './board-tabs.tsx'
import { useCardMoves } from './use-card-moves.ts'

/** Shows the columns and their cards, which can be moved by drag and drop or by keyboard. */
export function Board({ columns: saved, home, stageLabels, can }: BoardData) {
  const board = useRef<HTMLDivElement>(null)
  const [query] = useSearchParams()
  const { id: openId } = useParams()
  const { columns, send } = useCardMoves(saved, home)
  const keyboardDrag = useKeyboardDrag(board, columns, send)
  usePointerDrag(board, keyboardDrag.columns, send)
  useScrollOpenCardIntoView(board, openId)
  useBoardKeys(home, keyboardDrag.moveFocus)
  const { boardId, quarter } = parseBoardFilter(query)
  const current = keyboardDrag.lifted?.status ?? parseColumn(query)
  const isClosedOpen =
    isClosedShown(query) || keyboardDrag.lifted?.status === 'closed' || parseColumn(query) === 'closed'
  return (
    <>
      <BoardTabs columns={keyboardDrag.columns} current={current} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the links of the cards */}
      <div className="board" ref={board} onKeyDown={keyboardDrag.onKeyDown} onPointerDown={keyboardDrag.cancel}>
        {keyboardDrag.columns.map((column) => (
          <BoardColumn
            publicName={stageLabels[statusStages[column.status]]}
            key={column.status}
            column={column}
            home={home}
            query={boardQuery(query)}
            openId={openId}
            liftedId={keyboardDrag.lifted?.id}
            isCurrent={column.status === current}
            isCollapsed={column.status === 'closed' && !isClosedOpen}
            isFiltered={boardId !== undefined || quarter !== undefined}
            canPlan={can.plan}
          />
        ))}
      </div>
      <p id="board-keys" hidden>
        {messages.keys.help}
      </p>
      <p className="visually-hidden" role="status" aria-live="assertive">
        {keyboardDrag.announcement}
      </p>
      <div className="board-keys">
        <KeyHint keys={['j', 'k']}>{messages.keys.focus}</KeyHint>
        <KeyHint keys={['Space']}>{messages.keys.lift}</KeyHint>
        <KeyHint keys={['←', '↑', '↓', '→']}>{messages.keys.move}</KeyHint>
        <KeyHint keys={['n']}>{messages.keys.add}</KeyHint>
        <KeyHint keys={['z']}>{messages.keys.undo}</KeyHint>
      </div>
    </>
  )
}

function useBoardKeys(home: string, moveFocus: (key: 'ArrowDown' | 'ArrowUp') => void) {
  const navigate = useNavigate()
  const [query] = useSearchParams()
  useShortcuts({
    n: () => navigate(`${home}/new${boardQuery(query)}`),
    j: () => moveFocus('ArrowDown'),
    k: () => moveFocus('ArrowUp'),
    z: undoLatestToast,
  })
}

/** Scrolls to the card whose panel is open, which may be far down its column. */
function useScrollOpenCardIntoView(board: RefObject<HTMLElement | null>, openId: string | undefined) {
  useEffect(() => {
    if (openId === undefined) return
    const card = board.current?.querySelector(`#card-${CSS.escape(openId)}`)
    card?.closest('li')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [board, openId])
}
