// The last three rows of the table that `countEdits` computes; reused, because a search compares hundreds of words.
const editRows = [new Uint8Array(64), new Uint8Array(64), new Uint8Array(64)] as const

/**
 * Counts inserted, deleted, replaced and swapped characters of words of up to 60 (optimal string alignment).
 * @param most at most 60; the result is `most + 1` if there are more edits. Computes only the cells of the table that
 *   so many edits can reach.
 */
export function countEdits(one: string, other: string, most: number): number {
  const tooMany = most + 1
  if (Math.abs(one.length - other.length) > most) return tooMany
  let [beforeLast, last, current] = editRows
  for (let column = 0; column <= other.length; column++) last[column] = Math.min(column, tooMany)
  let leastOfLast = 0
  for (let row = 1; row <= one.length; row++) {
    const letter = one.charCodeAt(row - 1)
    const letterBefore = row > 1 ? one.charCodeAt(row - 2) : -1
    const first = Math.max(1, row - most)
    const end = Math.min(other.length, row + most)
    // Cells outside of the range need more edits. The next rows read one on each side.
    current[first - 1] = first === 1 ? Math.min(row, tooMany) : tooMany
    let least = current[first - 1]!
    for (let column = first; column <= end; column++) {
      const otherLetter = other.charCodeAt(column - 1)
      let edits = last[column - 1]! + (letter === otherLetter ? 0 : 1)
      edits = Math.min(edits, last[column]! + 1, current[column - 1]! + 1, tooMany)
      if (column > 1 && letterBefore === otherLetter && letter === other.charCodeAt(column - 2)) {
        edits = Math.min(edits, beforeLast[column - 2]! + 1)
      }
      current[column] = edits
      if (edits < least) least = edits
    }
    if (end < other.length) current[end + 1] = tooMany
    // A swap reads the row before the last.
    if (least > most && leastOfLast >= most) return tooMany
    leastOfLast = least
    ;[beforeLast, last, current] = [last, current, beforeLast]
  }
  return last[other.length]!
}

/** Returns a set of the characters of a word, as bits. Characters may share a bit. */
export function lettersOf(word: string): number {
  let letters = 0
  for (let index = 0; index < word.length; index++) letters |= 1 << (word.charCodeAt(index) & 31)
  return letters
}

/** Returns a lower bound for the edits between two words: characters that only one of them has, from both sides. */
export const missingLetters = (one: number, other: number): number =>
  Math.max(countBits(one & ~other), countBits(other & ~one))

function countBits(bits: number): number {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1
  return count
}
