interface Pointer {
  clientX: number
  clientY: number
}

// The distance from an edge at which scrolling starts, and the distance per frame right at the edge.
const edgePx = 56
const maxStepPx = 18

/** Scrolls the column under the pointer, the board and the window while a card is dragged near one of their edges. */
export function createAutoScroll(board: HTMLElement) {
  let pointer: Pointer | null = null
  let frame = 0
  const step = () => {
    if (pointer === null) return
    const { clientX, clientY } = pointer
    const list = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-column]')
    const cards = list?.querySelector<HTMLElement>('[data-cards]')
    if (cards)
      cards.scrollTop += scrollStep(clientY, cards.getBoundingClientRect().top, cards.getBoundingClientRect().bottom)
    const { left, right } = board.getBoundingClientRect()
    board.scrollLeft += scrollStep(clientX, Math.max(left, 0), Math.min(right, innerWidth))
    scrollBy(0, scrollStep(clientY, 0, innerHeight))
    frame = requestAnimationFrame(step)
  }
  return {
    start(position: Pointer) {
      pointer = position
      frame = requestAnimationFrame(step)
    },
    to(position: Pointer) {
      pointer = position
    },
    stop() {
      pointer = null
      cancelAnimationFrame(frame)
    },
  }
}

function scrollStep(position: number, start: number, end: number): number {
  if (position < start + edgePx) return -maxStepPx * Math.min(1, (start + edgePx - position) / edgePx)
  if (position > end - edgePx) return maxStepPx * Math.min(1, (position - end + edgePx) / edgePx)
  return 0
}
