/** What Excel needs to read the file as UTF-8. */
export const utf8ByteOrderMark = '\ufeff'

export type Cell = string | number | null

/** One record with the end of its line (RFC 4180). */
export const csvLine = (cells: Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`

/**
 * A cell that a spreadsheet shows and does not compute: one that begins like a formula, or with white space before such
 * a beginning, gets an apostrophe in front. Numbers are ours and stay as they are.
 */
function csvCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const safe = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
