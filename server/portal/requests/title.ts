// The longest title that a request may have.
const maxTitleLength = 200

/** Truncates a title to the allowed number of characters (code points). */
export const truncateTitle = (title: string | null): string => [...(title ?? '')].slice(0, maxTitleLength).join('')
