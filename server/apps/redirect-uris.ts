// A longer URI could exceed the length limit of the authorization request's URL.
const maxLength = 1_000
const loopbackHosts = new Set(['127.0.0.1', '[::1]', 'localhost'])
const plainHost = /^(\[[0-9a-f:]+\]|[a-z0-9._-]+)$/
// The reverse of a domain name, which only its owner may use (RFC 8252, section 7.1).
const reverseDomainScheme = /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/
/*
 * The schemes at which assistants receive codes, although they are not reversed domain names. Other short schemes are
 * not allowed, because browsers and operating systems give some of them a meaning, such as `x-safari-https:`, which
 * opens any web page.
 */
const assistantSchemes = new Set(['claude:', 'cursor:', 'vscode:', 'vscode-insiders:', 'windsurf:'])

/**
 * Returns the problem of a redirect URI that an app registers; null if it is valid. Apps receive codes at `https` URLs,
 * on this computer at loopback addresses with `http`, and in native apps at schemes that are reversed domain names (RFC
 * 8252, section 7) or belong to a known assistant. Another program could register such a scheme and receive the code,
 * but PKCE (RFC 7636) is required, so the code is useless without the verifier. The URI in an authorization request
 * must match exactly, except for the port of a loopback address.
 */
export function redirectUriProblem(uri: string): string | null {
  if (uri.length > maxLength) return `must have at most ${maxLength} characters`
  // A browser would read a backslash as a slash, and drop line breaks and tabs.
  if (!/^[!-[\]-~]+$/.test(uri)) return 'must contain only visible ASCII characters, and no backslash'
  if (uri.includes('#')) return 'must not contain a fragment'
  const url = URL.parse(uri)
  if (url === null) return 'must be an absolute URL'
  if (url.username !== '' || url.password !== '' || /^[^/]*\/\/[^/?]*@/.test(uri)) {
    return 'must not contain a user name or a password'
  }
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  // A browser would add missing slashes, and drop more than two.
  if (isWeb && !/^https?:\/\/[^/]/i.test(uri)) return 'must have two slashes before the host name'
  if (isWeb && !plainHost.test(url.hostname)) return 'must have a host name of letters, digits, dots and hyphens'
  if (url.protocol === 'https:') return loopbackHosts.has(url.hostname) ? 'must use http on a loopback address' : null
  if (url.protocol === 'http:') {
    return loopbackHosts.has(url.hostname) ? null : 'must use https, except on a loopback address such as 127.0.0.1'
  }
  return reverseDomainScheme.test(url.protocol) || assistantSchemes.has(url.protocol)
    ? null
    : 'must begin with https://, or with a scheme that is a reversed domain name, such as com.example.app:/'
}

/** Returns the target of a redirect URI, to show to people: a host, or the scheme of a native app. */
export function redirectTarget(uri: string): string {
  const { protocol, hostname, host } = new URL(uri)
  if (protocol === 'https:') return host
  return protocol === 'http:' ? hostname : protocol
}

/** Returns whether a redirect leads to a program on the same computer. */
export const isLoopbackTarget = (target: string): boolean => loopbackHosts.has(target)

/** Returns the source by which a Content-Security-Policy allows a form to end at this redirect URI. */
export function formActionSource(uri: string): string {
  const { protocol, host } = new URL(uri)
  return protocol === 'https:' || protocol === 'http:' ? `${protocol}//${host}` : protocol
}
