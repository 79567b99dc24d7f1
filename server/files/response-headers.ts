import type { ReadableFile } from './find-readable.ts'

// A day: long enough that pages load no image twice, short enough that a removed one is gone the next day.
const publicSeconds = 86_400

/**
 * Returns the headers of a file. Even if a browser opened one as a page, it could neither run a script nor load anything
 * nor act for the reader, because `sandbox` gives it an origin of its own.
 * @param isShared whether everyone may read it, so that shared caches may keep it
 */
export const fileHeaders = (
  { name, type, bytes, isImage }: ReadableFile,
  isShared: boolean,
): Record<string, string> => ({
  'content-type': type.startsWith('text/') ? `${type}; charset=utf-8` : type,
  'content-length': String(bytes),
  'content-disposition': `${isImage ? 'inline' : 'attachment'}; filename="${name}"`,
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
  'cache-control': isShared ? `public, max-age=${publicSeconds}, immutable` : 'private, no-store',
  // Feed readers and mail clients show public images on pages of other sites.
  'cross-origin-resource-policy': isShared ? 'cross-origin' : 'same-origin',
})
