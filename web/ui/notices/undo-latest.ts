/** Presses Undo in the latest toast that offers it. */
export function undoLatestToast(): void {
  const buttons = document.querySelectorAll<HTMLElement>('.toast > form[data-undo] button')
  buttons.item(buttons.length - 1)?.click()
}
