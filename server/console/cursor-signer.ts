import { Signer } from '../platform/crypto/secret-key.ts'

const signers = new Map<string, Signer>()

/**
 * Returns the signer of the console's cursors. It is cached, because deriving its key takes longer than
 * loading a page of a list.
 */
export function getCursorSigner({ secretKey }: { secretKey: string }): Signer {
  const cached = signers.get(secretKey)
  if (cached !== undefined) return cached
  const signer = new Signer(secretKey, 'console cursors')
  signers.set(secretKey, signer)
  return signer
}
