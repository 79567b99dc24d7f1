import type { ListboxOption } from './listbox.tsx'

/** Returns whether each word of a text begins a word of the label or of the keywords, ignoring case and accents. */
export function matchesOption({ label, keywords = '' }: ListboxOption, text: string): boolean {
  const own = wordsOf(`${label} ${keywords}`)
  return wordsOf(text).every((word) => own.some((each) => each.startsWith(word)))
}

/**
 * Orders options by how well their labels match a text: labels that begin with it, then those that have all of its words,
 * then others, such as those with a synonym. Options of a group stay together, and the group with the best option comes
 * first. Equal options and groups keep their order.
 */
export function rankOptions(options: ListboxOption[], text: string): ListboxOption[] {
  const groups = Map.groupBy(options, ({ group }) => group ?? '')
  const ranked = [...groups.values()].map((group) =>
    group.map((option) => ({ option, score: scoreOf(option, text) })).sort((one, other) => other.score - one.score),
  )
  return ranked
    .sort((one, other) => other[0]!.score - one[0]!.score)
    .flat()
    .map(({ option }) => option)
}

function scoreOf({ label, isLast = false }: ListboxOption, text: string): number {
  if (isLast) return -1
  const [folded, searched] = [fold(label), fold(text.trim())]
  if (searched === '') return 0
  if (folded === searched) return 3
  if (folded.startsWith(searched)) return 2
  const own = wordsOf(label)
  return wordsOf(text).every((word) => own.some((each) => each.startsWith(word))) ? 1 : 0
}

const fold = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

const wordsOf = (text: string): string[] =>
  fold(text)
    .split(/[\s:,;()[\]“”"/]+/)
    .filter((word) => word !== '')
