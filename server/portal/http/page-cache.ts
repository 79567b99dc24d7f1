import type { Encoding } from './compression.ts'
import type { ResponseHeaders } from './response.ts'

/** A response as it is sent to every signed-out visitor. */
export interface CachedResponse {
  status: number
  headers: ResponseHeaders
  body: Buffer
  etag: string
  /** The body in the encodings that readers have asked for. */
  compressed: Map<Encoding, Promise<Buffer>>
}

// A page may be this stale: people who write are signed in and bypass the cache.
const maxAgeMs = 1_000
// A few hundred pages of a hundred kilobytes at most.
const maxBytes = 32_000_000
// A page compresses to a quarter or less in each of the two encodings.
const compressedShare = 0.5
// The cost of an entry besides its body: headers, URL and the entry itself.
const entryOverheadBytes = 2_000

interface Entry {
  response: Promise<CachedResponse | null>
  since: number
  bytes: number
}

/**
 * Caches pages that all signed-out visitors share, so that each is rendered at most once a second: an email to a
 * hundred thousand customers sends all of them to one entry. Requests that arrive during the rendering wait for it.
 */
export class PageCache {
  readonly #entries = new Map<string, Entry>()
  #bytes = 0

  /** Roughly the bytes in use. */
  get bytes(): number {
    return this.#bytes
  }

  /** Returns the cached response. @param render returns null for a response that must not be shared */
  get(key: string, render: () => Promise<CachedResponse | null>): Promise<CachedResponse | null> {
    const known = this.#entries.get(key)
    const now = performance.now()
    if (known && now - known.since < maxAgeMs) return known.response
    this.#drop(key)
    const entry: Entry = { response: render(), since: now, bytes: 0 }
    this.#entries.set(key, entry)
    this.#dropExpired(now)
    entry.response.then(
      (response) =>
        response === null
          ? this.#dropIf(key, entry)
          : this.#account(
              key,
              entry,
              response.body.length * (1 + compressedShare) + 2 * key.length + entryOverheadBytes,
            ),
      () => this.#dropIf(key, entry),
    )
    return entry.response
  }

  /** Counts a rendered entry, and evicts the oldest ones until all fit. */
  #account(key: string, entry: Entry, bytes: number): void {
    if (this.#entries.get(key) !== entry) return
    entry.bytes = bytes
    // The age starts when rendering has finished.
    entry.since = performance.now()
    this.#bytes += bytes
    for (const [oldest] of this.#entries) {
      if (this.#bytes <= maxBytes) return
      this.#drop(oldest)
    }
  }

  /** Drops expired entries. They are at the front: a map keeps the order of insertion. */
  #dropExpired(now: number): void {
    for (const [key, { since, bytes }] of this.#entries) {
      if (bytes === 0 || now - since < maxAgeMs) return
      this.#drop(key)
    }
  }

  #dropIf(key: string, entry: Entry): void {
    if (this.#entries.get(key) === entry) this.#drop(key)
  }

  #drop(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0
    this.#entries.delete(key)
  }
}
