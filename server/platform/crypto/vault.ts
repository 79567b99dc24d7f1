import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { deriveKey } from './secret-key.ts'

const version = 1
// The lengths recommended for GCM (NIST SP 800-38D).
const nonceBytes = 12
const tagBytes = 16

/**
 * Encrypts credentials of other systems with AES-256-GCM, under a key derived from `SECRET_KEY`. The result is
 * version (1 byte) · nonce (12) · tag (16) · ciphertext, and can be decrypted only in the context it was sealed for.
 */
export class Vault {
  readonly #key: Buffer

  constructor(secretKey: string) {
    this.#key = deriveKey(secretKey, 'stored credentials')
  }

  /** Encrypts a secret. @param context its owner, such as `workspace/connection`: a copy elsewhere cannot be opened. */
  seal(secret: string, context: string): Buffer {
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce).setAAD(Buffer.from(context))
    const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
    return Buffer.concat([Buffer.of(version), nonce, cipher.getAuthTag(), sealed])
  }

  /** Decrypts a secret; null if it was sealed with another `SECRET_KEY` or for another context, or was altered. */
  open(sealed: Buffer, context: string): string | null {
    if (sealed[0] !== version || sealed.length < 1 + nonceBytes + tagBytes) return null
    const nonce = sealed.subarray(1, 1 + nonceBytes)
    const tag = sealed.subarray(1 + nonceBytes, 1 + nonceBytes + tagBytes)
    const decipher = createDecipheriv('aes-256-gcm', this.#key, nonce, { authTagLength: tagBytes })
    decipher.setAAD(Buffer.from(context)).setAuthTag(tag)
    try {
      const opened = decipher.update(sealed.subarray(1 + nonceBytes + tagBytes))
      return Buffer.concat([opened, decipher.final()]).toString('utf8')
    } catch {
      return null
    }
  }
}
