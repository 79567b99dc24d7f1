const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Returns the first visible character of a name, or of an email address, as a capital. */
export const initialOf = ({ name, email }: { name: string | null; email: string | null }): string =>
  [...graphemes.segment((name ?? email ?? '').trim())][0]?.segment.toLocaleUpperCase('en') ?? '?'
