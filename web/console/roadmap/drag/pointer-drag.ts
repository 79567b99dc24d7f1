import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements, monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import type { RoadmapStatus } from '#server/roadmap/schema.ts'
import type { CardPosition } from '../board/card-moves.ts'
import { createAutoScroll } from './auto-scroll.ts'

/**
 * Makes cards (`data-card`) draggable within and between columns (`data-column`), marks the drop position
 * (`data-drop`), and scrolls when the pointer reaches an edge.
 * @returns a function that disables dragging
 */
export function enablePointerDrag(
  board: HTMLElement,
  onDrop: (id: string, position: CardPosition) => void,
): () => void {
  const cards = [...board.querySelectorAll<HTMLElement>('[data-card]')]
  const columns = [...board.querySelectorAll<HTMLElement>('[data-column]')]
  const scroll = createAutoScroll(board)
  return combine(
    ...cards.map((element) =>
      draggable({
        element,
        getInitialData: () => ({ id: element.dataset.card }),
        onDragStart: () => mark(element, 'dragging'),
        onDrop: () => unmark(board),
      }),
    ),
    ...columns.map((element) =>
      dropTargetForElements({ element, getData: () => ({ column: element.dataset.column }) }),
    ),
    monitorForElements({
      onDragStart: ({ location }) => scroll.start(location.current.input),
      onDrag: ({ source, location }) => {
        const { input, dropTargets } = location.current
        scroll.to(input)
        const column = dropTargets[0]?.element as HTMLElement | undefined
        showDropIndicator(board, column, String(source.data.id), input.clientY)
      },
      onDrop: ({ source, location }) => {
        scroll.stop()
        unmark(board)
        const { input, dropTargets } = location.current
        const column = dropTargets[0]?.element as HTMLElement | undefined
        const id = String(source.data.id)
        if (column) onDrop(id, positionAt(column, id, input.clientY))
      },
    }),
    scroll.stop,
  )
}

const others = (column: HTMLElement, id: string): HTMLElement[] =>
  [...column.querySelectorAll<HTMLElement>('[data-card]')].filter(({ dataset }) => dataset.card !== id)

/** Returns the position before the first card whose middle is below the pointer; the top of a collapsed column. */
function positionAt(column: HTMLElement, id: string, y: number): CardPosition {
  const cards = others(column, id)
  const below = cards.findIndex((card) => {
    const { top, height } = card.getBoundingClientRect()
    return y < top + height / 2
  })
  return { status: column.dataset.column as RoadmapStatus, index: below < 0 ? cards.length : below }
}

function showDropIndicator(board: HTMLElement, column: HTMLElement | undefined, id: string, y: number) {
  for (const marked of board.querySelectorAll<HTMLElement>('[data-drop]')) delete marked.dataset.drop
  if (column === undefined) return
  column.dataset.drop = 'column'
  const cards = others(column, id)
  const { index } = positionAt(column, id, y)
  if (cards[index]) mark(cards[index], 'drop', 'before')
  else if (cards.length > 0) mark(cards.at(-1)!, 'drop', 'after')
}

const mark = (element: HTMLElement, name: string, value = '') => {
  element.dataset[name] = value
}

function unmark(board: HTMLElement) {
  for (const marked of board.querySelectorAll<HTMLElement>('[data-drop], [data-dragging]')) {
    delete marked.dataset.drop
    delete marked.dataset.dragging
  }
}
