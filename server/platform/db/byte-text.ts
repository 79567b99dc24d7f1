declare const brand: unique symbol

/**
 * Text in UTF-8, with one character for each byte. PostgreSQL sends UTF-8 and clients get UTF-8, so texts that are only
 * passed on need not be decoded and encoded: such a string takes one byte per character, and is written as it is. JSON
 * escapes only ASCII characters, which look the same, so `JSON.stringify` works on it.
 */
export type ByteText = string & { readonly [brand]: true }

export const toByteText = (text: string): ByteText => Buffer.from(text).toString('latin1') as ByteText
