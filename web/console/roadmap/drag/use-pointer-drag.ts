import { type RefObject, useEffect, useRef, useState } from 'react'
import { type CardColumn, planCardMove } from '../board/card-moves.ts'
import type { SendMove } from '../board/use-card-moves.ts'

/** Makes the cards draggable. What that takes is loaded when a pointer comes over the board, so that no page waits for it. */
export function usePointerDrag(board: RefObject<HTMLElement | null>, columns: CardColumn[], send: SendMove) {
  const hasPointer = useHasPointer(board)
  const current = useRef({ columns, send })
  useEffect(() => {
    current.current = { columns, send }
  })
  // What is there to be dragged and to be dropped on; the order of the cards is read when one is dropped.
  const parts = columns.map(({ status, cards }) => [status, ...cards.map(({ id }) => id)].join()).join(' ')
  useEffect(() => {
    let stop: (() => void) | undefined
    let isOver = !hasPointer || parts === ''
    if (isOver) return
    import('./pointer-drag.ts').then(({ enablePointerDrag }) => {
      if (isOver || board.current === null) return
      stop = enablePointerDrag(board.current, (id, place) => {
        const move = planCardMove(current.current.columns, id, place)
        if (move !== null) current.current.send(current.current.columns, move)
      })
    })
    return () => {
      isOver = true
      stop?.()
    }
  }, [board, parts, hasPointer])
}

function useHasPointer(board: RefObject<HTMLElement | null>): boolean {
  const [hasPointer, setHasPointer] = useState(false)
  useEffect(() => {
    const element = board.current
    const come = () => setHasPointer(true)
    const kinds = ['pointermove', 'pointerdown'] as const
    for (const kind of kinds) element?.addEventListener(kind, come, { once: true, passive: true })
    return () => {
      for (const kind of kinds) element?.removeEventListener(kind, come)
    }
  }, [board])
  return hasPointer
}
