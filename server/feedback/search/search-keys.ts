/**
 * What a request is found by, as 32-bit numbers: the letters of its texts, their pairs and triples of neighbours, some of
 * their longer runs, and the junctions of its words. Whatever holds a text holds all keys of the text. The workspace is part of each key: so a
 * search costs by the size of its own workspace and not of the instance. Two things with one number cost a look at a
 * row that does not match, no more.
 */
export function searchKeys(workspaceId: string, title: string, description: string): number[] {
  // On lines of their own, so that nothing spans the two.
  const text = foldCase(`${title}\n${description}`)
  const salt = saltOf(workspaceId)
  const keys = new Set<number>()
  for (let length = 1; length <= runAtMost; length++) addRuns(keys, salt, text, length)
  addMinimizers(keys, salt, text)
  addJunctions(keys, salt, text, isWhole)
  return [...keys]
}

/**
 * The keys to look for: minimizers and junctions, which are rare. Where a text has few of them, because it is short, runs
 * of letters come to their help: all of them where there is nothing else. One or two letters are a whole word in Japanese
 * or Chinese. Each key costs the reading of its list, so of a long text the first are enough.
 */
export function queryKeys(workspaceId: string, text: string): number[] {
  const folded = foldCase(text)
  const salt = saltOf(workspaceId)
  const rare = new Set<number>()
  addJunctions(rare, salt, folded, isKnown)
  addMinimizers(rare, salt, folded)
  const keys = new Set([...rare].slice(0, rareToFind))
  if (rare.size < rareEnough) {
    const length = Math.min(runAtMost, folded.length)
    addRuns(keys, salt, folded, length, folded.length < minimizedFrom ? 1 : length)
  }
  return [...keys]
}

const rareToFind = 24
const rareEnough = 4
const runAtMost = 3

// PostgreSQL lowers each letter by itself, to one letter. JavaScript looks at the neighbours of Σ and makes two of İ.
const foldCase = (text: string): string => text.replaceAll('İ', 'i').toLowerCase().replaceAll('ς', 'σ')

function addRuns(keys: Set<number>, salt: number, text: string, length: number, step = 1): void {
  for (let from = 0; from + length <= text.length; from += step)
    keys.add(hash(salt + length, text, from, from + length))
}

const minimizerLetters = 5
const minimizerWindow = 4
// Shorter texts have none.
const minimizedFrom = minimizerLetters + minimizerWindow - 1

/**
 * Of each four runs of five letters that follow one another, the one with the smallest number (Roberts et al., "Reducing
 * storage requirements for biological sequence comparison", 2004). Two texts that share eight letters share one, and two
 * fifths of the runs are enough for that.
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

const lettersKept = 3
const word = /[\p{L}\p{N}]+/gu

interface Part {
  letters: number
  /** At an end of the text: letters of the same word may come before or after. */
  isAtEnd: boolean
}

const isWhole = (): boolean => true
const isKnown = ({ letters, isAtEnd }: Part): boolean => letters >= lettersKept || !isAtEnd

/**
 * Where one word ends and the next begins: up to three letters of each and what stands between them. Words that are
 * common each are rarely common side by side, and this tells. Left out are junctions with a word that the text may
 * hold only a part of, where that part is too short.
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
      keys.add(hash(salt, text, Math.max(start, end - lettersKept), Math.min(next, index + lettersKept)))
    }
    start = index
    end = next
  }
}

const saltOf = (workspaceId: string): number => hash(0x811c9dc5, workspaceId, 0, workspaceId.length)

/** FNV-1a over UTF-16 units, and the finish of MurmurHash3 (both in the public domain), which spreads short texts. */
function hash(seed: number, text: string, from: number, to: number): number {
  let state = seed
  for (let index = from; index < to; index++) state = Math.imul(state ^ text.charCodeAt(index), 0x01000193)
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35)
  return (state ^ (state >>> 16)) | 0
}
