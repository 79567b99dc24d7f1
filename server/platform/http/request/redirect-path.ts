/** The path itself when it leads to a page of the console; the start otherwise. What `next=` says may be a stranger's. */
export const safeRedirectPath = (path: string): string => (/^\/(?![/\\])[^\s\p{C}]*$/u.test(path) ? path : '/')
