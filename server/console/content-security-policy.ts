/**
 * Returns the policy of a console page: our own scripts and those with the response's nonce, and images from any HTTPS
 * origin (logos, pictures in entries). Forms may be submitted to this server and the additional targets of the page.
 * Style attributes carry data, such as a bar's width or a tag's color.
 */
export const contentSecurityPolicy = (nonce: string, formTargets: readonly string[] = []): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "font-src 'self'",
    "img-src 'self' https:",
    "connect-src 'self'",
    "manifest-src 'self'",
    ['form-action', "'self'", ...formTargets].join(' '),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
