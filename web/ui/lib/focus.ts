/** Whether what had the focus is gone, so that the next Tab would begin at the top of the page. */
export const isFocusLost = (): boolean => document.activeElement === null || document.activeElement === document.body

/** For when nothing nearer is left: says where one is, and Tab leads on from there. */
export function focusHeading(): void {
  const heading = document.querySelector('h1')
  if (heading === null) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/** The first of them that can take it; the heading when none can. */
export function focusFirst(...candidates: (Element | null | undefined)[]): void {
  for (const candidate of candidates) {
    if (!(candidate instanceof HTMLElement) || !candidate.checkVisibility()) continue
    candidate.focus({ preventScroll: true })
    if (document.activeElement === candidate) return
  }
  focusHeading()
}
