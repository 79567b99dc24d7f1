declare const brand: unique symbol

/**
 * Text in UTF-8, with one character for each byte. PostgreSQL sends UTF-8 and clients get UTF-8, so texts that are only
 * passed through need not be decoded and encoded. Such a string takes one byte per character and is written unchanged.
 * JSON only escapes ASCII characters, which have the same code, so `JSON.stringify` works on it.
 */
export type ByteText = string & { readonly [brand]: true }

export const toByteText = (text: string): ByteText => Buffer.from(text).toString('latin1') as ByteText
