import { Signer } from '../platform/crypto/secret-key.ts'

const signers = new Map<string, Signer>()

/** Of the cursors in the console's addresses. Its key is derived once for a secret, which takes longer than a page of a list. */
export function getCursorSigner({ secretKey }: { secretKey: string }): Signer {
  const known = signers.get(secretKey)
  if (known !== undefined) return known
  const signer = new Signer(secretKey, 'console cursors')
  signers.set(secretKey, signer)
  return signer
}
