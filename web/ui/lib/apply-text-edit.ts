/** A text with a selection. */
export interface TextSelection {
  text: string
  start: number
  end: number
}

/** Replaces `from` to `to` by `insert`; `select` is the new selection, relative to the start of the insertion. */
export interface TextEdit {
  from: number
  to: number
  insert: string
  select: [start: number, end: number]
}

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
