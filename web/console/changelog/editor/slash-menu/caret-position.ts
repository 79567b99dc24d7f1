// The styles that determine where a line of a text field breaks.
const copied = [
  'font',
  'letterSpacing',
  'lineHeight',
  'padding',
  'border',
  'boxSizing',
  'tabSize',
  'direction',
] as const

/** Returns where a position of the text is, in pixels below and beside the corner of the text field. */
export function caretPosition(area: HTMLTextAreaElement, at: number): { top: number; left: number } {
  const style = getComputedStyle(area)
  // A copy of the field as an element, because browsers do not tell where a character of a text field is.
  const mirror = document.createElement('div')
  for (const name of copied) mirror.style[name] = style[name]
  Object.assign(mirror.style, {
    position: 'absolute',
    visibility: 'hidden',
    width: `${area.clientWidth}px`,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'break-word',
  })
  const mark = document.createElement('span')
  mark.textContent = '/'
  mirror.append(area.value.slice(0, at), mark)
  area.after(mirror)
  const top = mark.offsetTop + mark.offsetHeight - area.scrollTop
  const left = mark.offsetLeft
  mirror.remove()
  return { top: Math.max(0, Math.min(top, area.clientHeight)), left }
}
