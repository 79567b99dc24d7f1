/**
 * Returns the path if it stays on this site and below the base, in the form that browsers send it; otherwise `/`.
 * Anyone can put an address into a `next` parameter. A path is rejected if a browser, or a proxy that decodes it first,
 * could resolve it to an address outside the base: dot segments and slashes in every encoding, `//`, backslashes, and
 * control characters, which browsers drop.
 * @param path below the base, with an optional query and fragment @param base such as `/p/acme`, or empty for a whole host
 */
export function safeRedirectPath(path: string, base = ''): string {
  const [route = ''] = path.split(/[?#]/, 1)
  if (!route.startsWith('/') || /[\s\p{C}\\]/u.test(path) || !isPlainRoute(route)) return '/'
  const address = URL.parse(`${base}${path}`, placeholderOrigin)
  if (address?.origin !== placeholderOrigin || !address.pathname.startsWith(`${base}/`)) return '/'
  return `${address.pathname.slice(base.length)}${address.search}${address.hash}`
}

const placeholderOrigin = 'http://portal.invalid'

// Each proxy on the way decodes a path at most once.
const maxDecodings = 3

/** Returns whether a path has no empty or dot segment, however often it is decoded. */
function isPlainRoute(route: string): boolean {
  let text = route
  for (let n = 0; n <= maxDecodings; n++) {
    if (/\/\/|\\|\p{Cc}|(^|\/)\.{1,2}(\/|;|$)/u.test(text)) return false
    const decoded = decode(text)
    if (decoded === text) return true
    if (decoded === null) return false
    text = decoded
  }
  return false
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    // The path is not percent-encoded UTF-8, so it is none of ours.
    return null
  }
}
