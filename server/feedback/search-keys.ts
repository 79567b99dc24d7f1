/**
 * What a request is found by where the trigram index cannot help, as 32-bit numbers: the letters of its texts and
 * their pairs of neighbours, for what is too short for a trigram; and the junctions of its words, for phrases.
 * Title and description stand on lines of their own, so no pair spans them.
 */
export function searchKeys(title: string, description: string): number[] {
  const text = foldCase(`${title}\n${description}`)
  return [...new Set([...pairsIn(text), ...junctionsIn(text, isWhole)])]
}

/**
 * The letters of a text and its pairs of neighbouring letters. Whatever holds the text holds all of them. A pair of
 * UTF-16 units is one number, a single unit its own code: exact for what people write, without a table. One or two
 * letters are a whole word in Japanese or Chinese.
 */
export const pairsOf = (text: string): number[] => [...new Set(pairsIn(foldCase(text)))]

/**
 * The places where one word of a text ends and the next begins: up to three letters of each and what stands between
 * them. Words that are common each are rarely common side by side, and this tells. Left out are junctions with a word
 * that the text may hold only a part of, where that part is too short.
 */
export const junctionsOf = (text: string): number[] => [...new Set(junctionsIn(foldCase(text), isKnown))]

// PostgreSQL lowers each letter by itself, to one letter. JavaScript looks at the neighbours of Σ and makes two of İ.
const foldCase = (text: string): string => text.replaceAll('İ', 'i').toLowerCase().replaceAll('ς', 'σ')

function pairsIn(text: string): number[] {
  const pairs: number[] = []
  let before = 0
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    pairs.push(unit)
    if (before !== 0) pairs.push((before << 16) | unit)
    before = unit
  }
  return pairs
}

const lettersKept = 3
const word = /[\p{L}\p{N}]+/gu

interface Part {
  letters: number
  /** At an end of the text: letters of the same word may come before or after. */
  isAtEnd: boolean
}

const isWhole = (): boolean => true
const isKnown = ({ letters, isAtEnd }: Part): boolean => letters >= lettersKept || !isAtEnd

function junctionsIn(text: string, isUsable: (part: Part) => boolean): number[] {
  const junctions: number[] = []
  let start = -1
  let end = 0
  for (const { 0: letters, index } of text.matchAll(word)) {
    const next = index + letters.length
    const isUsablePair =
      start >= 0 &&
      isUsable({ letters: end - start, isAtEnd: start === 0 }) &&
      isUsable({ letters: letters.length, isAtEnd: next === text.length })
    if (isUsablePair) {
      junctions.push(hash(text, Math.max(start, end - lettersKept), Math.min(next, index + lettersKept)))
    }
    start = index
    end = next
  }
  return junctions
}

/** FNV-1a over UTF-16 units, 32 bits. Two texts with one number cost a look at a row that does not match. */
function hash(text: string, from: number, to: number): number {
  let state = 0x811c9dc5
  for (let index = from; index < to; index++) state = Math.imul(state ^ text.charCodeAt(index), 0x01000193)
  return state | 0
}
