/**
 * The path of a file in Markdown and in `logo_url`: `/files/{id}/{name}`. Each surface serves it below its own base, where
 * its session cookie is sent: `/p/acme/files/…`, `/console/w/acme/files/…`.
 */
export const filePath = ({ id, name }: { id: string; name: string }): string => `/files/${id}/${name}`

const extensionPattern = /\.[A-Za-z0-9]{1,8}$/

/** Reduces the name that an uploader’s device gave to characters that need no escaping in URLs, Markdown and headers. */
export function safeFileName(original: string, extension: string): string {
  const stem = original
    .replace(/^.*[/\\]/s, '')
    .replace(extensionPattern, '')
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .slice(0, 60)
    .replaceAll(/^-+|-+$/g, '')
  return `${stem || 'file'}.${extension}`
}

export const extensionOf = (original: string): string =>
  extensionPattern.exec(original)?.[0].slice(1).toLowerCase() ?? ''

// Characters that end a link text or start code or markup; control characters; and those that reverse text, so that
// `photo\u202Egnp.exe` looks like an image.
const unsafeInText = /[[\]\\`<>\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** Returns the Markdown that shows an image, or links to another file, with its name as the text. */
export function fileMarkdown(file: { id: string; name: string; width: number | null }, original: string): string {
  const clean = original
    .replace(/^.*[/\\]/s, '')
    .replaceAll(unsafeInText, ' ')
    .trim()
  // By characters, because half an emoji cannot be stored.
  const text = [...clean].slice(0, 100).join('') || file.name
  return `${file.width === null ? '' : '!'}[${text}](${filePath(file)})`
}

/** Returns the URL of a logo below the base of a surface; other URLs are returned unchanged. */
export const resolveFileUrl = (url: string, base: string): string => (url.startsWith('/files/') ? `${base}${url}` : url)
