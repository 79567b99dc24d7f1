import { hash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What stands in examples in a key's place, and must never protect an instance. */
const placeholders = [
  /^(secret|password|heed|test|key|default|none|null|undefined)$/i,
  /change.?(me|this)|replace.?(me|this)|your.?(own.?)?secret|my.?secret|placeholder|example/i,
  /^(.)\1*$/,
]

const generateHint = 'Make one: openssl rand -base64 48'

/** What is wrong with a `SECRET_KEY`; null when it can be used. */
export function secretKeyProblem(value: string): string | null {
  if (placeholders.some((pattern) => pattern.test(value))) return `SECRET_KEY is a placeholder. ${generateHint}`
  return value.length < 32 ? `SECRET_KEY must have at least 32 characters. ${generateHint}` : null
}

/** The instance's `SECRET_KEY`: from the setting, or made on first start into `DATA_DIR/secret-key` (mode 0600). */
export async function loadSecretKey(setting: string | null, dataDir: string): Promise<string> {
  return setting ?? readOrCreateSecretKey(join(dataDir, 'secret-key'), dataDir)
}

async function readOrCreateSecretKey(path: string, dataDir: string): Promise<string> {
  const stored = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (stored !== null && stored.trim().length >= 32) return stored.trim()
  if (stored !== null) throw new Error(`${path} is damaged: it holds no key. Restore it from a backup.`)

  await mkdir(dataDir, { recursive: true })
  const draft = `${path}.${process.pid}`
  await writeFile(draft, `${randomBytes(48).toString('base64')}\n`, { mode: 0o600 })
  // link() refuses an existing name: of two first starts at once one makes the key and both read it.
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await unlink(draft)
  return (await readFile(path, 'utf8')).trim()
}

// SHA-256 works on blocks of this size.
const blockBytes = 64

/** A key for one purpose, derived from `SECRET_KEY` (HKDF, RFC 5869), so that no two uses share one. */
export const deriveKey = (secretKey: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secretKey, 'heed', purpose, 32))

/**
 * Signs short texts. 16 bytes of HMAC-SHA-256 (RFC 2104): beyond guessing, and short enough for an address.
 * Written out as the two hashes that it is: the runtime's HMAC makes an object outside the heap for each signature,
 * which cost a page of a list a tenth of its time; its one-shot hash does not.
 */
export class Signer {
  readonly #inner: Buffer
  readonly #outer: Buffer

  constructor(secretKey: string, purpose: string) {
    const key = Buffer.alloc(blockBytes)
    deriveKey(secretKey, purpose).copy(key)
    this.#inner = key.map((byte) => byte ^ 0x36) as Buffer
    this.#outer = key.map((byte) => byte ^ 0x5c) as Buffer
  }

  sign(text: string): Buffer {
    const inner = hash('sha256', Buffer.concat([this.#inner, Buffer.from(text)]), 'buffer')
    return hash('sha256', Buffer.concat([this.#outer, inner]), 'buffer').subarray(0, 16)
  }

  isSignature(signature: Buffer, text: string): boolean {
    const expected = this.sign(text)
    return signature.length === expected.length && timingSafeEqual(signature, expected)
  }
}
