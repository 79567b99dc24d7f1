import { createRequire } from 'node:module'
import type { Metadata, Sharp } from 'sharp'
import { invalidFile, UploadsBusy } from '../errors.ts'
import { createSlots } from './slots.ts'

export interface ProcessedImage {
  type: string
  extension: string
  bytes: number
  width: number
  height: number
}

// Wide enough for a full-width screenshot of a large screen.
const maxSide = 2_560
// Photos of phones have up to 50 million pixels by default. Decoded, they take 4 bytes each.
const maxPixels = 64_000_000
// All frames of an animation together: half a minute of a small screen recording.
const maxAnimationPixels = 120_000_000
const timeoutSeconds = 20

// With the processing, less than the 60 s that a proxy usually waits for a response.
const maxWaitMs = 35_000

// Decoding takes up to 256 MB and a core for a second, so one image is processed at a time in each process. While many
// wait, no upload is received. One that has been received waits, because its sender would have to send it again.
export const imageSlots = createSlots(1, 20, maxWaitMs, () => new UploadsBusy())

const formats = {
  jpeg: { type: 'image/jpeg', extension: 'jpg' },
  png: { type: 'image/png', extension: 'png' },
  webp: { type: 'image/webp', extension: 'webp' },
  gif: { type: 'image/gif', extension: 'gif' },
  avif: { type: 'image/avif', extension: 'avif' },
} as const
type Format = keyof typeof formats

// Loaded with the first image, because it takes 20 MB of memory.
const load = createRequire(import.meta.url)
type SharpLibrary = typeof import('sharp').default
let library: SharpLibrary | undefined

function loadSharp(): SharpLibrary {
  if (library === undefined) {
    library = load('sharp') as SharpLibrary
    library.cache(false)
    library.concurrency(1)
  }
  return library
}

/**
 * Re-encodes an image: upright, at most 2,560 pixels wide and high, in its own format, without metadata such as the place
 * where a photo was taken. Keeps the color profile. Animated GIFs become animated WebP.
 * @throws 400 for a damaged image and for one with too many pixels
 * @throws {UploadsBusy} 503
 */
export const processImage = (source: string, target: string): Promise<ProcessedImage> =>
  imageSlots.run(async () => {
    const metadata = await readMetadata(source)
    const { width = 0, pages = 1, pageHeight = metadata.height ?? 0 } = metadata
    const isAnimated = pages > 1
    // Encoding an animated GIF takes ten times as long as WebP, and the result is larger.
    const format = isAnimated && metadata.format === 'gif' ? 'webp' : formatOf(metadata)
    const limit = isAnimated ? maxAnimationPixels : maxPixels
    if (width * pageHeight * pages > limit) throw invalidFile('too-many-pixels')
    try {
      const input = loadSharp()(source, { animated: isAnimated, limitInputPixels: limit })
      const info = await encode(input, format).toFile(target)
      // The pages of an animation are below each other.
      const height = info.pageHeight ?? info.height
      return { ...formats[format], bytes: info.size, width: info.width, height }
    } catch (error) {
      // Any failure here is due to the content of the file; a full disk would also fail later.
      throw invalidFile('damaged', error)
    }
  })

async function readMetadata(source: string): Promise<Metadata> {
  try {
    return await loadSharp()(source, { limitInputPixels: false }).metadata()
  } catch (error) {
    throw invalidFile('damaged', error)
  }
}

function formatOf({ format, compression }: Metadata): Format {
  const name = format === 'heif' && compression === 'av1' ? 'avif' : format
  if (name !== undefined && Object.hasOwn(formats, name)) return name as Format
  throw invalidFile('type')
}

function encode(image: Sharp, format: Format): Sharp {
  const upright = image
    .timeout({ seconds: timeoutSeconds })
    .autoOrient()
    .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
    .keepIccProfile()
  switch (format) {
    case 'jpeg':
      return upright.jpeg({ quality: 85 })
    case 'png':
      return upright.png({ compressionLevel: 8 })
    case 'webp':
      return upright.webp({ quality: 85, effort: 0 })
    case 'gif':
      return upright.gif({ effort: 1 })
    case 'avif':
      return upright.avif({ quality: 60, effort: 2 })
  }
}
