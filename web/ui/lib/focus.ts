/** Returns whether the focused element was removed, so that Tab would restart at the top of the page. */
export const isFocusLost = (): boolean => document.activeElement === null || document.activeElement === document.body

/** Focuses the page heading, the fallback if nothing closer is left: it's read aloud, and Tab continues from there. */
export function focusHeading(): void {
  const heading = document.querySelector('h1')
  if (heading === null) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/** Focuses the first candidate that can take the focus, or else the heading. */
export function focusFirst(...candidates: (Element | null | undefined)[]): void {
  for (const candidate of candidates) {
    if (!(candidate instanceof HTMLElement) || !candidate.checkVisibility()) continue
    candidate.focus({ preventScroll: true })
    if (document.activeElement === candidate) return
  }
  focusHeading()
}

/**
 * A ref that lets the browser focus the element as it opens the menu or dialog around it, so that a key pressed at once
 * reaches that menu. If the element is rendered after the menu has opened, it is focused right away.
 */
export function focusOnOpen(element: HTMLElement | null): (() => void) | undefined {
  element?.setAttribute('autofocus', '')
  if (element?.closest(':popover-open')?.contains(document.activeElement) === false) element.focus()
  return () => element?.removeAttribute('autofocus')
}
