import { locale } from '#i18n/locale.ts'

const graphemes = new Intl.Segmenter(locale, { granularity: 'grapheme' })

const firstOf = (text: string): string =>
  graphemes.segment(text.trim()).containing(0)?.segment.toLocaleUpperCase(locale) ?? ''

/** Returns the first visible character of a name, or of an email address, as a capital. */
export const initialOf = ({ name, email }: { name: string | null; email: string | null }): string =>
  firstOf(name ?? email ?? '') || '?'

/** Returns the initials of the first and the last word of a person's name. */
export function initialsOf(name: string): string {
  const words = name.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== '')
  const [first = name] = words
  const last = words.length > 1 ? words.at(-1)! : ''
  return firstOf(first) + firstOf(last)
}
