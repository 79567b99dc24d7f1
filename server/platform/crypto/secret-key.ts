import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { keepOwner } from '../db/embedded/os-account.ts'

/** Placeholders from examples, which must never protect an instance. */
const placeholders = [
  /^(secret|password|heed|test|key|default|none|null|undefined)$/i,
  /change.?(me|this)|replace.?(me|this)|your.?(own.?)?secret|my.?secret|placeholder|example/i,
  /^(.)\1*$/,
]

const generateHint = 'Generate a key: openssl rand -base64 48'

/** Describes why a `SECRET_KEY` is rejected; null if it can be used. */
export function secretKeyProblem(value: string): string | null {
  if (placeholders.some((pattern) => pattern.test(value))) return `SECRET_KEY is a placeholder. ${generateHint}`
  return value.length < 32 ? `SECRET_KEY must have at least 32 characters. ${generateHint}` : null
}

/**
 * Returns the instance's `SECRET_KEY`: the setting, or `DATA_DIR/secret-key`, which the first start generates (mode 0600).
 */
export async function loadSecretKey(setting: string | null, dataDir: string): Promise<string> {
  return setting ?? readOrCreateSecretKey(join(dataDir, 'secret-key'), dataDir)
}

async function readOrCreateSecretKey(path: string, dataDir: string): Promise<string> {
  const stored = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (stored !== null && stored.trim().length >= 32) return stored.trim()
  if (stored !== null) throw new Error(`${path} is damaged and does not contain a key. Restore it from a backup.`)

  await mkdir(dataDir, { recursive: true })
  const draft = `${path}.${process.pid}`
  await writeFile(draft, `${randomBytes(48).toString('base64')}\n`, { mode: 0o600 })
  await keepOwner(draft)
  // link() fails if the file exists: of two concurrent first starts, one creates the key and both read it.
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await unlink(draft)
  return (await readFile(path, 'utf8')).trim()
}

/** Derives a key for one purpose from `SECRET_KEY` (HKDF, RFC 5869), so that no two uses share a key. */
export const deriveKey = (secretKey: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secretKey, 'heed', purpose, 32))

/** Computes HMAC-SHA-256 (RFC 2104). */
export const hmacSha256 = (key: Buffer, data: string | Buffer): Buffer =>
  createHmac('sha256', key).update(data).digest()

/** Signs short texts with 16 bytes of HMAC-SHA-256: impossible to guess, and short enough for a URL. */
export class Signer {
  readonly #key: Buffer

  constructor(secretKey: string, purpose: string) {
    this.#key = deriveKey(secretKey, purpose)
  }

  sign(text: string): Buffer {
    return hmacSha256(this.#key, text).subarray(0, 16)
  }

  isSignature(signature: Buffer, text: string): boolean {
    const expected = this.sign(text)
    return signature.length === expected.length && timingSafeEqual(signature, expected)
  }
}
