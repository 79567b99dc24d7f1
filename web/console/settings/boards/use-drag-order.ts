import { type RefObject, useEffect, useRef, useState } from 'react'

interface Edge {
  id: string
  side: 'top' | 'bottom'
}

type Adapter = typeof import('@atlaskit/pragmatic-drag-and-drop/element/adapter')

/**
 * Lets the rows of a list (`data-board`) be dragged. What does it comes when a pointer is first over the list: whoever
 * has none, or uses the buttons, does not load it.
 * @param drop with the id of the row that it now stands before; null for the end.
 */
export function useDragOrder(
  list: RefObject<HTMLElement | null>,
  drop: (id: string, before: string | null) => void,
): Edge | undefined {
  const [adapter, setAdapter] = useState<Adapter>()
  const [edge, setEdge] = useState<Edge>()
  const dropped = useRef(drop)
  useEffect(() => {
    dropped.current = drop
  })
  useEffect(() => {
    const element = list.current
    if (!element) return
    const load = () => import('@atlaskit/pragmatic-drag-and-drop/element/adapter').then(setAdapter)
    element.addEventListener('pointerenter', load, { once: true })
    return () => element.removeEventListener('pointerenter', load)
  }, [list])
  // Rows come and go with every change: each time all are registered anew.
  useEffect(() => {
    const element = list.current
    if (!element || !adapter) return
    const rows = [...element.querySelectorAll<HTMLElement>('[data-board]')]
    const ends = rows.flatMap((row, at) => register(adapter, rows, row, at, setEdge, dropped))
    return () => {
      for (const end of ends) end()
    }
  })
  return edge
}

const idOf = (row: HTMLElement | undefined): string | null => row?.dataset.board ?? null

function register(
  { draggable, dropTargetForElements }: Adapter,
  rows: HTMLElement[],
  row: HTMLElement,
  at: number,
  setEdge: (edge: Edge | undefined) => void,
  dropped: RefObject<(id: string, before: string | null) => void>,
): (() => void)[] {
  const id = idOf(row)!
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
        const before = side === 'top' ? id : idOf(rows[at + 1])
        if (before !== source.data.board) dropped.current(String(source.data.board), before)
      },
    }),
  ]
}
