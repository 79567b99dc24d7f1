interface Entry {
  image: Promise<Buffer>
  bytes: number
}

// About two hundred cards.
const maxBytes = 8_000_000
// Each image takes about a tenth of a second, so no request waits longer than two seconds.
const maxWaiting = 20

/** Caches images by their content, and draws one at a time, so that previews never slow down pages. */
export class ImageCache {
  readonly #entries = new Map<string, Entry>()
  #bytes = 0
  #waiting = 0
  #last: Promise<unknown> = Promise.resolve()

  /** Returns the cached image; undefined if it has to be drawn. */
  get(key: string): Promise<Buffer> | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    // A map keeps insertion order, so the least recently used entry comes first.
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry.image
  }

  /** Draws an image after those already waiting, and caches it; returns null if too many are waiting. */
  draw(key: string, draw: () => Promise<Buffer>): Promise<Buffer> | null {
    if (this.#waiting >= maxWaiting) return null
    this.#waiting += 1
    const image = this.#last.then(draw).finally(() => {
      this.#waiting -= 1
    })
    this.#last = image.catch(() => {})
    const entry: Entry = { image, bytes: 0 }
    this.#entries.set(key, entry)
    image.then(
      ({ length }) => this.#account(key, entry, length),
      () => this.#entries.delete(key),
    )
    return image
  }

  #account(key: string, entry: Entry, bytes: number): void {
    if (this.#entries.get(key) !== entry) return
    entry.bytes = bytes
    this.#bytes += bytes
    for (const [oldest, { bytes: freed }] of this.#entries) {
      if (this.#bytes <= maxBytes) return
      // An image that is being drawn has no size yet.
      if (freed === 0) continue
      this.#entries.delete(oldest)
      this.#bytes -= freed
    }
  }
}
