import type { TextEdit, TextSelection } from '../../../ui/lib/apply-text-edit.ts'

/** Adds marks around the selection, or removes them if present. Without a selection, marks a placeholder. */
export function wrapSelection({ text, start, end }: TextSelection, mark: string, placeholder: string): TextEdit {
  const [from, to] = [start - mark.length, end + mark.length]
  if (from >= 0 && text.slice(from, start) === mark && text.slice(end, to) === mark) {
    return { from, to, insert: text.slice(start, end), select: [0, end - start] }
  }
  const inner = text.slice(start, end) || placeholder
  return { from: start, to: end, insert: mark + inner + mark, select: [mark.length, mark.length + inner.length] }
}

/** Prefixes each selected line with a mark, or removes it if every line has it. */
export function prefixLines({ text, start, end }: TextSelection, mark: string): TextEdit {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const next = text.indexOf('\n', end)
  const to = next < 0 ? text.length : next
  const lines = text.slice(from, to).split('\n')
  const areMarked = lines.every((line) => line.startsWith(mark))
  const insert = lines.map((line) => (areMarked ? line.slice(mark.length) : mark + line)).join('\n')
  const isSingleLine = lines.length === 1
  return { from, to, insert, select: isSingleLine ? [insert.length, insert.length] : [0, insert.length] }
}

/** Inserts `[selection](url)` and selects the URL. */
export function insertLink({ text, start, end }: TextSelection, placeholder: string, url = 'https://'): TextEdit {
  const label = text.slice(start, end) || placeholder
  const insert = `[${label}](${url})`
  const urlStart = label.length + 3
  return { from: start, to: end, insert, select: [urlStart, urlStart + url.length] }
}

export function insertImage({ text, start, end }: TextSelection, placeholder: string, url = 'https://'): TextEdit {
  const label = text.slice(start, end)
  const isUrl = /^https?:\/\/\S+$/.test(label)
  const altText = isUrl || label === '' ? placeholder : label
  const insert = `![${altText}](${isUrl ? label : url})`
  return { from: start, to: end, insert, select: [2, 2 + altText.length] }
}

const imageUrl = /^https?:\/\/\S+\.(png|jpe?g|gif|webp|avif|svg)(\?\S*)?$/i
const anyUrl = /^https?:\/\/\S+$/i

/** Converts a pasted URL to an image or a link; null if the text is to be pasted unchanged. */
export function convertPastedText(selected: TextSelection, text: string, placeholder: string): TextEdit | null {
  const url = text.trim()
  if (imageUrl.test(url)) return insertImage(selected, placeholder, url)
  if (!anyUrl.test(url) || selected.start === selected.end) return null
  const edit = insertLink(selected, '', url)
  return { ...edit, select: [edit.insert.length, edit.insert.length] }
}

/** Handles Enter in a list: starts the next item, or ends the list after an empty one; null outside a list. */
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
