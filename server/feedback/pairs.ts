/**
 * The letters of a text and its pairs of neighbouring letters, without regard to case, each once. A pair of UTF-16
 * units is one 32-bit number, a single unit its own code: exact for what people write, without a table.
 *
 * The trigram index cannot find a text of one or two letters, which is a whole word in Japanese or Chinese, nor one of
 * punctuation alone. This can: whatever holds the text holds all its pairs.
 */
export function pairsOf(text: string): number[] {
  const lower = foldCase(text)
  const pairs = new Set<number>()
  let before = 0
  for (let index = 0; index < lower.length; index++) {
    const unit = lower.charCodeAt(index)
    pairs.add(unit)
    if (before !== 0) pairs.add((before << 16) | unit)
    before = unit
  }
  return [...pairs]
}

// PostgreSQL lowers each letter by itself, to one letter. JavaScript looks at the neighbours of Σ and makes two of İ.
const foldCase = (text: string): string => text.replaceAll('İ', 'i').toLowerCase().replaceAll('ς', 'σ')

/** What both texts of a request are found by. They stand on lines of their own, so no pair spans them. */
export const searchPairs = (title: string, description: string): number[] => pairsOf(`${title}\n${description}`)
