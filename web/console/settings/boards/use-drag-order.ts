import { type RefObject, useEffect, useRef, useState } from 'react'

interface Edge {
  id: string
  side: 'top' | 'bottom'
}

type Adapter = typeof import('@atlaskit/pragmatic-drag-and-drop/element/adapter')

/**
 * Makes the rows of a list (`data-board`) draggable. Loads the drag library when a pointer first enters the list, so
 * that people who use the keyboard or the buttons never load it.
 * @param drop receives the id of the row to move before, or null for the end.
 */
export function useDragOrder(
  list: RefObject<HTMLElement | null>,
  drop: (id: string, before: string | null) => void,
): Edge | undefined {
  const [adapter, setAdapter] = useState<Adapter>()
  const [edge, setEdge] = useState<Edge>()
  const onDrop = useRef(drop)
  useEffect(() => {
    onDrop.current = drop
  })
  useEffect(() => {
    const element = list.current
    if (!element) return
    const load = () => import('@atlaskit/pragmatic-drag-and-drop/element/adapter').then(setAdapter)
    element.addEventListener('pointerenter', load, { once: true })
    return () => element.removeEventListener('pointerenter', load)
  }, [list])
  // Every change can replace rows, so all of them are registered again after each render.
  useEffect(() => {
    const element = list.current
    if (!element || !adapter) return
    const rows = [...element.querySelectorAll<HTMLElement>('[data-board]')]
    const unregister = rows.flatMap((row, at) => register(adapter, rows, row, at, setEdge, onDrop))
    return () => {
      for (const remove of unregister) remove()
    }
  })
  return edge
}

const boardId = (row: HTMLElement | undefined): string | null => row?.dataset.board ?? null

function register(
  { draggable, dropTargetForElements }: Adapter,
  rows: HTMLElement[],
  row: HTMLElement,
  at: number,
  setEdge: (edge: Edge | undefined) => void,
  onDrop: RefObject<(id: string, before: string | null) => void>,
): (() => void)[] {
  const id = boardId(row)!
  const sideAt = (clientY: number): Edge['side'] => {
    const { top, height } = row.getBoundingClientRect()
    return clientY < top + height / 2 ? 'top' : 'bottom'
  }
  return [
    draggable({ element: row, dragHandle: row.querySelector('.board-grip')!, getInitialData: () => ({ board: id }) }),
    dropTargetForElements({
      element: row,
      canDrop: ({ source }) => source.data.board !== undefined,
      onDrag: ({ location }) => setEdge({ id, side: sideAt(location.current.input.clientY) }),
      onDragLeave: () => setEdge(undefined),
      onDrop: ({ source, location }) => {
        setEdge(undefined)
        const side = sideAt(location.current.input.clientY)
        const before = side === 'top' ? id : boardId(rows[at + 1])
        if (before !== source.data.board) onDrop.current(String(source.data.board), before)
      },
    }),
  ]
}
