/**
 * Records what is typed while the palette loads: people type right after ⌘K, and the first keys would be lost or taken for
 * shortcuts of the page.
 * @returns stops recording, and returns the text
 */
export function recordTyping(): () => string {
  let text = ''
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    if (event.key === 'Backspace') text = text.slice(0, -1)
    else if (event.key.length === 1) text += event.key
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('keydown', onKeyDown, { capture: true })
  return () => {
    window.removeEventListener('keydown', onKeyDown, { capture: true })
    return text
  }
}
