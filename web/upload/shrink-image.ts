// The server scales images down to this size anyway (server/files/content/process-image.ts).
const maxSide = 2_560
// Smaller images upload quickly, and keep their quality.
const minBytes = 1_048_576
// Other types can be animated, which a canvas would lose.
const shrinkable = ['image/jpeg', 'image/png']
const quality = 0.85

/** Scales a large photo down before it is sent. Returns the file itself if that would not help or does not work. */
export async function shrinkImage(file: File): Promise<Blob> {
  if (!shrinkable.includes(file.type) || file.size < minBytes) return file
  try {
    // Turned upright, as the metadata says.
    const bitmap = await createImageBitmap(file)
    const scale = Math.min(1, maxSide / Math.max(bitmap.width, bitmap.height))
    const blob = scale < 1 && isCanvasReadable() ? await draw(bitmap, scale, file.type) : file
    bitmap.close()
    return blob.size < file.size ? blob : file
  } catch {
    // The server reports what is wrong with the file.
    return file
  }
}

async function draw(bitmap: ImageBitmap, scale: number, type: string): Promise<Blob> {
  const canvas = createCanvas(Math.round(bitmap.width * scale), Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')!
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality))
  if (blob?.type !== type) throw new Error(`This browser cannot encode ${type}`)
  return blob
}

const createCanvas = (width: number, height: number) =>
  Object.assign(document.createElement('canvas'), { width, height })

/** Returns whether the canvas returns what is drawn. Some browsers return noise instead, to prevent fingerprinting. */
function isCanvasReadable(): boolean {
  const context = createCanvas(1, 1).getContext('2d')!
  context.fillStyle = '#336699'
  context.fillRect(0, 0, 1, 1)
  return [...context.getImageData(0, 0, 1, 1).data].join() === '51,102,153,255'
}
