import type { Readable } from 'node:stream'
import { invalidFile } from '../errors.ts'
import { extensionOf, safeFileName } from '../url.ts'
import { detectType } from './detect-type.ts'
import { processImage } from './process-image.ts'
import { receiveFile } from './receive.ts'

/** A file that is ready to be stored. */
export interface PreparedFile {
  path: string
  name: string
  type: string
  bytes: number
  width: number | null
  height: number | null
}

const textTypes: Record<string, string> = { txt: 'text/plain', log: 'text/plain', csv: 'text/csv' }

/**
 * Receives an upload, checks what it contains, and rewrites it if it is an image.
 * @param original the name that the device gave
 * @throws 400 for contents that are not allowed, 413
 */
export async function prepareFile(
  body: Readable,
  original: string,
  paths: { received: string; processed: string },
): Promise<PreparedFile> {
  const received = await receiveFile(body, paths.received)
  const detected = await detectType(paths.received)
  if (detected === 'image') {
    const { extension, ...image } = await processImage(paths.received, paths.processed)
    return { ...image, path: paths.processed, name: safeFileName(original, extension) }
  }
  const extension = extensionOf(original)
  const type = detected === 'text' ? textTypes[extension] : detected
  // A text file with the name of an image, for example, would only confuse people.
  if (!type || (detected !== 'text' && type !== `application/${extension}`)) throw invalidFile('type')
  const download = { path: paths.received, type, bytes: received, width: null, height: null }
  return { ...download, name: safeFileName(original, extension) }
}
