/** A text, and what is selected of it. */
export interface TextSelection {
  text: string
  start: number
  end: number
}

/** What is put in place of what, and what is selected then, counted from the start of what was put in. */
export interface TextEdit {
  from: number
  to: number
  insert: string
  select: [start: number, end: number]
}

/** Sets marks around the selection, or takes them away where they are; around a stand-in when nothing is selected. */
export function wrapSelection({ text, start, end }: TextSelection, mark: string, standIn: string): TextEdit {
  const [from, to] = [start - mark.length, end + mark.length]
  if (from >= 0 && text.slice(from, start) === mark && text.slice(end, to) === mark) {
    return { from, to, insert: text.slice(start, end), select: [0, end - start] }
  }
  const inner = text.slice(start, end) || standIn
  return { from: start, to: end, insert: mark + inner + mark, select: [mark.length, mark.length + inner.length] }
}

/** Begins each line of the selection with a mark, or takes it away when all have it. */
export function prefixLines({ text, start, end }: TextSelection, mark: string): TextEdit {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const next = text.indexOf('\n', end)
  const to = next < 0 ? text.length : next
  const lines = text.slice(from, to).split('\n')
  const areMarked = lines.every((line) => line.startsWith(mark))
  const insert = lines.map((line) => (areMarked ? line.slice(mark.length) : mark + line)).join('\n')
  const isLine = lines.length === 1
  return { from, to, insert, select: isLine ? [insert.length, insert.length] : [0, insert.length] }
}

/** `[selection](address)`, with the part selected that is still to be written. */
export function insertLink({ text, start, end }: TextSelection, standIn: string, address = 'https://'): TextEdit {
  const label = text.slice(start, end) || standIn
  const insert = `[${label}](${address})`
  const at = label.length + 3
  return { from: start, to: end, insert, select: [at, at + address.length] }
}

export function insertImage({ text, start, end }: TextSelection, standIn: string, address = 'https://'): TextEdit {
  const label = text.slice(start, end)
  const isAddress = /^https?:\/\/\S+$/.test(label)
  const alternative = isAddress || label === '' ? standIn : label
  const insert = `![${alternative}](${isAddress ? label : address})`
  return { from: start, to: end, insert, select: [2, 2 + alternative.length] }
}

const picture = /^https?:\/\/\S+\.(png|jpe?g|gif|webp|avif|svg)(\?\S*)?$/i
const anyAddress = /^https?:\/\/\S+$/i

/** What pasting an address does; null where it is pasted as it is. */
export function convertPastedText(selected: TextSelection, text: string, standIn: string): TextEdit | null {
  const address = text.trim()
  if (picture.test(address)) return insertImage(selected, standIn, address)
  if (!anyAddress.test(address) || selected.start === selected.end) return null
  const edit = insertLink(selected, '', address)
  return { ...edit, select: [edit.insert.length, edit.insert.length] }
}

/** Enter in a list: the next item, or the end of the list after an empty one; null elsewhere. */
export function continueList({ text, start, end }: TextSelection): TextEdit | null {
  if (start !== end) return null
  const from = text.lastIndexOf('\n', start - 1) + 1
  const item = /^(\s*)([-*+]|(\d+)([.)]))(\s+)/.exec(text.slice(from, start))
  if (item === null) return null
  const [mark, indent, bullet, number, after, space] = item
  if (text.slice(from, start) === mark) return { from, to: start, insert: '', select: [0, 0] }
  const next = number === undefined ? bullet : `${Number(number) + 1}${after}`
  const insert = `\n${indent}${next}${space}`
  return { from: start, to: end, insert, select: [insert.length, insert.length] }
}
