// Common English words. Words under three letters are ignored anyway.
const stopWords = new Set(
  `about able add added after again all allow also always and any are available been before being better both but
  can cannot could did does doing done each easier ever every feature feel for from get give had has have having her here his how into its just
  let like make makes more most much need needs new nice not now off one only option other our out over please possible
  really request same see should show some such support sure than that the their them then there these they this those through too
  use used user users using very want was way well were what when where which while who will wish with without work would you your`.split(
    /\s+/,
  ),
)

const minLetters = 3
const maxWords = 6

// Scripts without spaces between words: every pair of letters counts as a word.
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

/**
 * Returns the words that say what a text is about, without English endings. Of many words it returns the longest, which
 * are usually the rarest. A text with any form of a word contains the returned stem.
 */
export function significantWords(title: string, description = ''): string[] {
  const fromTitle = wordsOf(title)
  const words = fromTitle.length > 0 ? fromTitle : wordsOf(description.slice(0, 500))
  return [...new Set(words)].sort((a, b) => b.length - a.length).slice(0, maxWords)
}

const wordsOf = (text: string): string[] =>
  [...text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)].flatMap(([word]) => {
    if (unspaced.test(word)) return pairsOf(word)
    return word.length < minLetters || stopWords.has(word) ? [] : [stemOf(word)]
  })

const pairsOf = (word: string): string[] => {
  const letters = [...word]
  return letters.slice(0, -1).map((letter, index) => letter + letters[index + 1])
}

// Longer endings come first.
const ending = /(?:ations?|ings?|ers?|ed|es|e|s|y)$/

function stemOf(word: string): string {
  const stem = word.replace(ending, '')
  return stem.length >= 4 ? stem : word
}
