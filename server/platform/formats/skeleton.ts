import { readFileSync } from 'node:fs'

/** Maps a character to its lookalike: Unicode Technical Standard 39, section 4. */
type Prototypes = Map<string, string>

const isAsciiLetter = (text: string): boolean => /^[A-Za-z]$/.test(text)

function loadPrototypes(): Prototypes {
  const lines = readFileSync(new URL('./confusables.txt', import.meta.url), 'utf8').split('\n')
  const classes = lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(';').map((part) => part.trim().split(' ').map(fromHex)))
  const prototypes: Prototypes = new Map()
  for (const [prototype, characters] of classes) {
    for (const character of characters!) prototypes.set(character, prototype!.join(''))
  }
  return foldSmallCapitals(prototypes)
}

const fromHex = (hex: string): string => String.fromCodePoint(parseInt(hex, 16))

/**
 * Extends the table, which compares characters of the same case: “т” has the shape of a small “T” and its capital is a
 * lookalike of “T”, so “т” and everything that looks like it count as “t”.
 */
function foldSmallCapitals(prototypes: Prototypes): Prototypes {
  const latin = new Map<string, string>()
  for (const [character, prototype] of prototypes) {
    const capital = prototypes.get(character.toUpperCase())
    if (!isAscii(prototype) && capital !== undefined && isAsciiLetter(capital)) latin.set(prototype, capital)
  }
  for (const [character, prototype] of prototypes) prototypes.set(character, latin.get(prototype) ?? prototype)
  for (const [prototype, letter] of latin) prototypes.set(prototype, letter)
  return prototypes
}

const isAscii = (text: string): boolean => text.charCodeAt(0) < 128

let loaded: Prototypes | undefined

function prototypeOf(character: string): string {
  loaded ??= loadPrototypes()
  const prototype = loaded.get(character)
  if (prototype !== undefined) return prototype
  // “к” is in no class of the table, but its capital is.
  const capital = isAscii(character) ? undefined : loaded.get(character.toUpperCase())
  return capital !== undefined && isAsciiLetter(capital) ? capital : character
}

// Accents and the like. The vowel signs of Indic and other scripts are letters to their readers, so they stay.
const accents = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]+/g

// Characters that people write in place of letters (“5upp0rt”, “te@m”), and letters that only some typefaces
// distinguish.
const substitutes: Record<string, string> = {
  ...{ '@': 'a', $: 's', '€': 'e', '!': 'l', '|': 'l', i: 'l' },
  ...{ 2: 'z', 3: 'e', 4: 'a', 5: 's', 6: 'b', 7: 't', 8: 'b', 9: 'g', m: 'rn', w: 'vv' },
}

// Small capitals and letters with strokes, which the table lacks.
const plainLetters: Record<string, string> = Object.fromEntries(
  Array.from('ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ丨丅', (character, index) => [character, 'abcdefghijklmnopqrstuvwyzlt'[index]!]),
)
const letterSymbols = /[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}\u{1f1e6}-\u{1f1ff}]/gu
const firstLetterSymbols = [0x1f1e6, 0x1f170, 0x1f150]

/** Replaces circled, squared and flag letters, which no normalization form replaces: “🆃🅴🅰🅼”, “🇹🇪🇦🇲”. */
export const foldLetterSymbols = (text: string): string =>
  text.replaceAll(letterSymbols, (symbol) => {
    const code = symbol.codePointAt(0)!
    return String.fromCharCode(97 + code - firstLetterSymbols.find((first) => code >= first)!)
  })

/**
 * Reduces text to its appearance, so that two texts that people may confuse have the same skeleton. It is coarser than
 * the skeleton of Unicode Technical Standard 39: it also ignores case, accents, invisible characters and digits that
 * stand for letters. For comparing only, never for display.
 */
export function skeletonOf(text: string): string {
  const bare = foldLetterSymbols(text)
    .normalize('NFKD')
    .replaceAll(/[\p{Default_Ignorable_Code_Point}\p{C}]+/gu, '')
    .replaceAll(accents, '')
  const shapes = Array.from(bare, (character) => plainLetters[character] ?? prototypeOf(character))
    .join('')
    .normalize('NFKD')
    .replaceAll(accents, '')
    .toLowerCase()
  return Array.from(shapes, (shape) => substitutes[shape] ?? shape).join('')
}
