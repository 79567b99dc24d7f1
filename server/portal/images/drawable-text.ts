import { cleanLine, isVisibleText } from '../../platform/formats/visible-text.ts'

// The characters of the fonts in draw-card.ts. Other scripts would appear as empty boxes.
const drawable =
  /^(?:[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\u0020-\u00ff\u2013\u2014\u2018-\u201e\u2020-\u2022\u2026\u2030\u2039\u203a\u2044€™−№]|[\u0300-\u0329])*$/u
const pictographs = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u200d|\ufe0f|\u20e3/gu
const digitsAndSigns = /[\u0020-\u00ff]/

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Splits a text into what readers see as characters. */
export const graphemesOf = (text: string): string[] => [...graphemes.segment(text)].map(({ segment }) => segment)

// Cards have no room for more.
const maxLength = 200
// Longer texts are cut before they are looked at, because a name may have ten thousand characters.
const maxRead = 2_000

/**
 * Returns a text in a form that link preview cards can draw: on one line, shortened, and without emoji or characters
 * that reorder or hide text.
 * @returns null if nothing is left, or if the fonts lack one of its letters
 */
export function drawableText(text: string): string | null {
  const line = cleanLine(text.slice(0, maxRead)).replaceAll(/[\u2010-\u2012]/g, '-')
  // An emoji is left out, but not a digit or the © sign, which Unicode counts as pictographs too.
  const plain = line.replaceAll(pictographs, (sign) => (digitsAndSigns.test(sign) ? sign : ' '))
  const letters = graphemesOf(plain.replaceAll(/\s+/g, ' ').trim())
  const shown = letters.length <= maxLength ? letters.join('') : `${letters.slice(0, maxLength).join('').trimEnd()}…`
  return drawable.test(shown) && isVisibleText(shown) ? shown : null
}
