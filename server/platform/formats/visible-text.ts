// Change the order of text, also of the text around them (Unicode Standard Annex 9).
const bidiControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g

// Characters of width zero that text needs: joiners within scripts that shape letters, joiners and selectors within
// emoji, the letters of a flag's region, and variants of Han and Mongolian characters.
const shaping = [
  ...['Arabic', 'Syriac', 'Mongolian', 'Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil'],
  ...['Telugu', 'Kannada', 'Malayalam', 'Sinhala', 'Khmer', 'Myanmar', 'Tibetan'],
].map((script) => `\\p{Script=${script}}`)
const needed = [
  `(?<=[${shaping.join('')}])[\\u200c\\u200d]`,
  '(?<=[\\p{Emoji_Presentation}\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f])\\u200d(?=\\p{Extended_Pictographic})',
  '(?<=[\\p{Emoji}\\p{Script=Han}\\p{Script=Phags_Pa}\\p{Script=Myanmar}])[\\ufe00-\\ufe0f]',
  '(?<=\\p{Script=Han})[\\u{e0100}-\\u{e01ef}]',
  '(?<=\\p{Script=Mongolian})[\\u180b-\\u180d\\u180f]',
  '(?<=\\u{1f3f4}[\\u{e0020}-\\u{e007f}]*)[\\u{e0020}-\\u{e007f}]',
].join('|')
const neededOrIgnorable = new RegExp(`(${needed})|\\p{Default_Ignorable_Code_Point}`, 'gu')

// Every language stays below these numbers; text that runs into its neighbors (“Zalgo”) does not.
const stackedAccents = /([\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]{2})\p{M}+/gu
const stackedMarks = /(\p{M}{5})\p{M}+/gu

/**
 * Prepares one line of user input, such as a name or a title, for display beside other text: removes bidirectional
 * controls, invisible characters and stacked combining marks, and reduces white space to single spaces. Keeps joiners
 * and selectors where scripts and emoji need them.
 */
export const cleanLine = (text: string): string => (cleanAscii.test(text) ? text : removeUnsafe(text))

// Most titles: words of ASCII characters with single spaces between them, which need no cleaning.
const cleanAscii = /^[!-~]+(?: [!-~]+)*$/

/** Cleans any line; `cleanLine` without its shortcut. */
export const removeUnsafe = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(bidiControls, '')
    .replaceAll(neededOrIgnorable, '$1')
    .replaceAll(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(stackedAccents, '$1')
    .replaceAll(stackedMarks, '$1')
    .trim()

// U+2800 is the empty Braille pattern.
const visible = /(?![\u2800\p{Default_Ignorable_Code_Point}])[\p{L}\p{N}\p{P}\p{S}]/u

/** Returns whether the text shows anything: a letter, a digit, a punctuation mark, a symbol or an emoji. */
export const isVisibleText = (text: string): boolean => visible.test(text)
