import { createHash } from 'node:crypto'

/** An answer as it is sent, to everybody who is not signed in. */
export interface CachedResponse {
  status: number
  headers: Record<string, string>
  body: Buffer
  etag: string
}

// So long a page may be shown as it was: who writes is signed in, and passes by.
const maxAgeMs = 1_000
// A few hundred pages of a hundred kilobytes at most.
const maxBytes = 32_000_000
// What one costs beside its body: headers, address, the entry itself.
const entryOverheadBytes = 2_000

interface Entry {
  answer: Promise<CachedResponse | null>
  since: number
  bytes: number
}

/**
 * Pages that everybody sees alike are made once a second at most, however many read them: a message to a hundred
 * thousand customers leads all of them to one entry. Those who come while it is made wait for the same.
 */
export class PageCache {
  readonly #entries = new Map<string, Entry>()
  #bytes = 0

  /** What is kept at present, in bytes, about. */
  get bytes(): number {
    return this.#bytes
  }

  /** @param make returns null for what is not to be shared: then the caller makes its own. */
  get(key: string, make: () => Promise<CachedResponse | null>): Promise<CachedResponse | null> {
    const known = this.#entries.get(key)
    const now = performance.now()
    if (known && now - known.since < maxAgeMs) return known.answer
    this.#drop(key)
    const entry: Entry = { answer: make(), since: now, bytes: 0 }
    this.#entries.set(key, entry)
    this.#forgetOld(now)
    entry.answer.then(
      (answer) =>
        answer === null
          ? this.#dropIf(key, entry)
          : this.#weigh(key, entry, answer.body.length + 2 * key.length + entryOverheadBytes),
      () => this.#dropIf(key, entry),
    )
    return entry.answer
  }

  #weigh(key: string, entry: Entry, bytes: number): void {
    if (this.#entries.get(key) !== entry) return
    entry.bytes = bytes
    // It counts as made when it is there.
    entry.since = performance.now()
    this.#bytes += bytes
    // The oldest come first.
    for (const [oldest] of this.#entries) {
      if (this.#bytes <= maxBytes) return
      this.#drop(oldest)
    }
  }

  /** Entries stand in the order in which they were begun; what is past its time is at the front. */
  #forgetOld(now: number): void {
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

/** A strong validator (RFC 9110, section 8.8.3). */
export const computeEtag = (body: string): string =>
  `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
