/** Returns whether a text names a repository as GitHub does: `owner/name`. */
export const isRepository = (text: string): boolean => /^[\w.-]{1,100}\/[\w.-]{1,100}$/.test(text)

/** Returns whether a text may be a token: printable ASCII, which a header can carry. */
export const isToken = (text: string): boolean => /^[\x21-\x7e]{1,512}$/.test(text)
