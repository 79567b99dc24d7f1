/** Returns the pattern for `like` that finds the text anywhere. Escapes `%`, `_` and `\`. */
export const containsPattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
