/** Returns the path if it stays on this site, otherwise `/`. Anyone can put an address into the `next` parameter. */
export const safeRedirectPath = (path: string): string => (/^\/(?![/\\])[^\s\p{C}]*$/u.test(path) ? path : '/')
