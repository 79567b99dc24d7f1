import { locale } from '#i18n/locale.ts'

const graphemes = new Intl.Segmenter(locale, { granularity: 'grapheme' })

/** Returns the first visible character of a name, or of an email address, as a capital. */
export const initialOf = ({ name, email }: { name: string | null; email: string | null }): string =>
  [...graphemes.segment((name ?? email ?? '').trim())][0]?.segment.toLocaleUpperCase(locale) ?? '?'
