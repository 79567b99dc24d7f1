import { type RefObject, useEffect, useRef, useState } from 'react'
import { type CardColumn, planCardMove } from '../board/card-moves.ts'
import type { SendMove } from '../board/use-card-moves.ts'

/** Makes the cards draggable. Loads the drag-and-drop code once a pointer enters the board, so no page waits for it. */
export function usePointerDrag(board: RefObject<HTMLElement | null>, columns: CardColumn[], send: SendMove) {
  const hasPointer = useHasPointer(board)
  const latest = useRef({ columns, send })
  useEffect(() => {
    latest.current = { columns, send }
  })
  // Changes when cards or columns change, whose elements are then registered again.
  const boardKey = columns.map(({ status, cards }) => [status, ...cards.map(({ id }) => id)].join()).join(' ')
  useEffect(() => {
    let stop: (() => void) | undefined
    let isStopped = !hasPointer || boardKey === ''
    if (isStopped) return
    import('./pointer-drag.ts').then(({ enablePointerDrag }) => {
      if (isStopped || board.current === null) return
      stop = enablePointerDrag(board.current, (id, position) => {
        const move = planCardMove(latest.current.columns, id, position)
        if (move !== null) latest.current.send(latest.current.columns, move)
      })
    })
    return () => {
      isStopped = true
      stop?.()
    }
  }, [board, boardKey, hasPointer])
}

function useHasPointer(board: RefObject<HTMLElement | null>): boolean {
  const [hasPointer, setHasPointer] = useState(false)
  useEffect(() => {
    const element = board.current
    const onPointer = () => setHasPointer(true)
    const eventTypes = ['pointermove', 'pointerdown'] as const
    for (const type of eventTypes) element?.addEventListener(type, onPointer, { once: true, passive: true })
    return () => {
      for (const type of eventTypes) element?.removeEventListener(type, onPointer)
    }
  }, [board])
  return hasPointer
}
