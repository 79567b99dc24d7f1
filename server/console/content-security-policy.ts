/**
 * What a page of the console may load: scripts of ours and those with this answer's nonce, images from anywhere over
 * HTTPS (logos, pictures in entries), nothing else. Style attributes carry data: the width of a bar, a tag's colour.
 */
export const contentSecurityPolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "font-src 'self'",
    "img-src 'self' https:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
