/**
 * Returns a random UUID (version 4), which names an upload in all attempts to send it. `crypto.randomUUID` would do, but
 * browsers offer it on secure pages only, and Heed also runs over plain HTTP, such as in an internal network.
 */
export function newUploadKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
