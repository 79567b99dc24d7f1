/**
 * Returns the search keys of a request as 32-bit hashes: its single letters, pairs and triples of adjacent letters,
 * some longer runs, and the junctions of its words. A text that contains another has all keys of the other. Every key
 * includes the workspace, so the cost of a search depends on the size of its own workspace and not of the instance. A
 * hash collision only costs the check of a row that does not match.
 */
export function searchKeys(workspaceId: string, title: string, description: string): number[] {
  // A line break keeps keys from spanning title and description.
  const text = foldCase(`${title}\n${description}`)
  const salt = saltOf(workspaceId)
  const keys = new Set<number>()
  for (let length = 1; length <= maxRunLength; length++) addRuns(keys, salt, text, length)
  addMinimizers(keys, salt, text)
  addJunctions(keys, salt, text, isWhole)
  return [...keys]
}

/**
 * Returns the keys that a search looks up: minimizers and junctions, because they are rare. A short text has few of
 * them, so runs of letters are added, even single letters: one or two are a whole word in Japanese or Chinese. Looking
 * up a key means reading its list, so only the first keys of a long text are used.
 */
export function queryKeys(workspaceId: string, text: string): number[] {
  const folded = foldCase(text)
  const salt = saltOf(workspaceId)
  const rare = new Set<number>()
  addJunctions(rare, salt, folded, isKnown)
  addMinimizers(rare, salt, folded)
  const keys = new Set([...rare].slice(0, maxRareKeys))
  if (rare.size < enoughRareKeys) {
    const length = Math.min(maxRunLength, folded.length)
    addRuns(keys, salt, folded, length, folded.length < minimizedFrom ? 1 : length)
  }
  return [...keys]
}

const maxRareKeys = 24
const enoughRareKeys = 4
const maxRunLength = 3

// PostgreSQL lowercases each letter on its own, to one letter. JavaScript considers the neighbors of Σ and turns İ into
// two letters.
const foldCase = (text: string): string => text.replaceAll('İ', 'i').toLowerCase().replaceAll('ς', 'σ')

function addRuns(keys: Set<number>, salt: number, text: string, length: number, step = 1): void {
  for (let from = 0; from + length <= text.length; from += step)
    keys.add(hash(salt + length, text, from, from + length))
}

const minimizerLetters = 5
const minimizerWindow = 4
// Shorter texts have no minimizers.
const minimizedFrom = minimizerLetters + minimizerWindow - 1

/**
 * Adds the smallest hash of every four consecutive runs of five letters (Roberts et al., "Reducing storage requirements
 * for biological sequence comparison", 2004). Two texts that share eight letters share a minimizer, and two fifths of
 * the runs are enough for that.
 */
function addMinimizers(keys: Set<number>, salt: number, text: string): void {
  const runs: number[] = []
  for (let from = 0; from + minimizerLetters <= text.length; from++) {
    runs.push(hash(salt + minimizerLetters, text, from, from + minimizerLetters))
  }
  for (let from = 0; from + minimizerWindow <= runs.length; from++) {
    let smallest = runs[from]!
    for (let next = from + 1; next < from + minimizerWindow; next++) smallest = Math.min(smallest, runs[next]!)
    keys.add(smallest)
  }
}

const junctionLetters = 3
const word = /[\p{L}\p{N}]+/gu

interface Part {
  letters: number
  /** True at the start or the end of the text, where the word may be cut off. */
  isAtEnd: boolean
}

const isWhole = (): boolean => true
const isKnown = ({ letters, isAtEnd }: Part): boolean => letters >= junctionLetters || !isAtEnd

/**
 * Adds the junctions between words: up to three letters of each word and what is between them. Two common words are
 * rarely common next to each other. Leaves out a junction with a word that may be cut off and has too few letters.
 */
function addJunctions(keys: Set<number>, salt: number, text: string, isUsable: (part: Part) => boolean): void {
  let start = -1
  let end = 0
  for (const { 0: letters, index } of text.matchAll(word)) {
    const next = index + letters.length
    const isUsablePair =
      start >= 0 &&
      isUsable({ letters: end - start, isAtEnd: start === 0 }) &&
      isUsable({ letters: letters.length, isAtEnd: next === text.length })
    if (isUsablePair) {
      keys.add(hash(salt, text, Math.max(start, end - junctionLetters), Math.min(next, index + junctionLetters)))
    }
    start = index
    end = next
  }
}

const saltOf = (workspaceId: string): number => hash(0x811c9dc5, workspaceId, 0, workspaceId.length)

/** FNV-1a over UTF-16 units, with MurmurHash3's finalizer to spread short texts. Both are in the public domain. */
function hash(seed: number, text: string, from: number, to: number): number {
  let state = seed
  for (let index = from; index < to; index++) state = Math.imul(state ^ text.charCodeAt(index), 0x01000193)
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35)
  return (state ^ (state >>> 16)) | 0
}
