// After this long, the page gets its keys back, even if the palette is still loading.
const maxMs = 3_000

/**
 * Records what is typed while the palette loads: people type right after ⌘K, and the first keys would be lost or
 * trigger shortcuts of the page.
 * @param onCancel called when Escape is pressed, or when the person uses the page after `maxMs`
 * @returns a function that stops recording and returns the text
 */
export function recordTyping(onCancel: () => void): () => string {
  let text = ''
  let isOver = false
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    if (isOver) return onCancel()
    if (event.key === 'Escape') onCancel()
    else if (event.key === 'Backspace') text = text.slice(0, -1)
    else if (event.key.length === 1) text += event.key
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const stop = () => {
    clearTimeout(timer)
    window.removeEventListener('keydown', onKeyDown, { capture: true })
    return text
  }
  const timer = setTimeout(() => {
    isOver = true
  }, maxMs)
  window.addEventListener('keydown', onKeyDown, { capture: true })
  return stop
}
