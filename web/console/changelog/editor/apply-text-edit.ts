import type { TextEdit, TextSelection } from './markdown-edits.ts'

export const readSelection = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): TextSelection => ({
  text: value,
  start: selectionStart,
  end: selectionEnd,
})

/** Edits the text as if it were typed, so that the browser’s undo reverts it. */
export function applyTextEdit(area: HTMLTextAreaElement, { from, to, insert, select }: TextEdit): void {
  area.focus()
  area.setSelectionRange(from, to)
  // Deprecated without a replacement: nothing else keeps the undo history of a text field.
  const isTyped = insert === '' ? document.execCommand('delete') : document.execCommand('insertText', false, insert)
  if (!isTyped) {
    area.setRangeText(insert, from, to, 'end')
    area.dispatchEvent(new Event('input', { bubbles: true }))
  }
  area.setSelectionRange(from + select[0], from + select[1])
}
