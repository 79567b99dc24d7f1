import { open } from 'node:fs/promises'

/** The type of a file, detected by its first bytes. The name and type that a browser sends are not trusted. */
export type DetectedType = 'image' | 'application/pdf' | 'application/zip' | 'text' | null

// Covers every signature below.
const headBytes = 4_100

/** Detects the type of a file by its content; null for everything that is not allowed. */
export async function detectType(path: string): Promise<DetectedType> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    return detectHead(buffer.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}

const startsWith = (head: Buffer, text: string, at = 0): boolean =>
  head.toString('latin1', at, at + text.length) === text

/** SVG is not an image here: it can contain scripts. It is not text either, because browsers would guess. */
function detectHead(head: Buffer): DetectedType {
  const isWebp = startsWith(head, 'RIFF') && startsWith(head, 'WEBP', 8)
  const isAvif = startsWith(head, 'ftyp', 4) && /avi[fs]/.test(head.toString('latin1', 8, 40))
  const isGif = startsWith(head, 'GIF87a') || startsWith(head, 'GIF89a')
  if (startsWith(head, '\x89PNG\r\n\x1a\n') || startsWith(head, '\xff\xd8\xff') || isGif || isWebp || isAvif)
    return 'image'
  if (startsWith(head, '%PDF-')) return 'application/pdf'
  if (startsWith(head, 'PK\x03\x04')) return 'application/zip'
  return isPlainText(head) ? 'text' : null
}

// Control characters except tab, line feed, form feed and carriage return.
const control = /[\0-\x08\x0b\x0e-\x1f]/
const markup = /^\s*<(?:!doctype|\?xml|html|svg|script|head|body|iframe)/i

function isPlainText(head: Buffer): boolean {
  // A character can be cut off at the end of the head.
  const text = new TextDecoder().decode(head, { stream: true })
  return head.length > 0 && !control.test(text) && !text.includes('\ufffd') && !markup.test(text)
}
