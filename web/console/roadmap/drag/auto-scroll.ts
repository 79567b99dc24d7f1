interface Pointer {
  clientX: number
  clientY: number
}

// How near to an edge it begins, and how far it goes in one frame right at the edge.
const reachPx = 56
const fastestPx = 18

/** Scrolls the column under the pointer, the board and the window, while something is dragged near an edge of them. */
export function createAutoScroll(board: HTMLElement) {
  let pointer: Pointer | null = null
  let frame = 0
  const step = () => {
    if (pointer === null) return
    const { clientX, clientY } = pointer
    const list = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-column]')
    const cards = list?.querySelector<HTMLElement>('[data-cards]')
    if (cards) cards.scrollTop += pull(clientY, cards.getBoundingClientRect().top, cards.getBoundingClientRect().bottom)
    const { left, right } = board.getBoundingClientRect()
    board.scrollLeft += pull(clientX, Math.max(left, 0), Math.min(right, innerWidth))
    scrollBy(0, pull(clientY, 0, innerHeight))
    frame = requestAnimationFrame(step)
  }
  return {
    start(at: Pointer) {
      pointer = at
      frame = requestAnimationFrame(step)
    },
    to(at: Pointer) {
      pointer = at
    },
    stop() {
      pointer = null
      cancelAnimationFrame(frame)
    },
  }
}

function pull(at: number, start: number, end: number): number {
  if (at < start + reachPx) return -fastestPx * Math.min(1, (start + reachPx - at) / reachPx)
  if (at > end - reachPx) return fastestPx * Math.min(1, (at - end + reachPx) / reachPx)
  return 0
}
