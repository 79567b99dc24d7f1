import { type RefObject, useEffect, useRef } from 'react'
import { type Column, moveTo } from './arrange.ts'
import type { SendMove } from './use-moves.ts'

/** Makes the cards draggable once the page is there; what that takes is loaded after it. */
export function useDragging(board: RefObject<HTMLElement | null>, columns: Column[], send: SendMove) {
  const current = useRef({ columns, send })
  useEffect(() => {
    current.current = { columns, send }
  })
  // What is there to be dragged and to be dropped on; the order of the cards is read when one is dropped.
  const parts = columns.map(({ status, cards }) => [status, ...cards.map(({ id }) => id)].join()).join(' ')
  useEffect(() => {
    let stop: (() => void) | undefined
    let isOver = parts === ''
    import('./dragging.ts').then(({ enableDragging }) => {
      if (isOver || board.current === null) return
      stop = enableDragging(board.current, (id, place) => {
        const move = moveTo(current.current.columns, id, place)
        if (move !== null) current.current.send(current.current.columns, move)
      })
    })
    return () => {
      isOver = true
      stop?.()
    }
  }, [board, parts])
}
