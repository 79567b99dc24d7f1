import { createHash, randomUUID } from 'node:crypto'
import { isUuid } from '../../platform/ids.ts'
import { deriveKey, Signer } from '../../platform/crypto/secret-key.ts'
import type { Wishes } from './defaults.ts'
import type { Provider } from '../tracker.ts'

/** What somebody has begun who was sent to the tracker to agree. Travels with them, signed. */
export interface Consent {
  workspaceId: string
  provider: Provider
  apiUrl: string
  wishes: Wishes
  /** The member who has begun it in the console, and the slug of the workspace: it ends there. Absent for the operator. */
  begunBy?: { memberId: string; slug: string }
  /** Makes the verifier of PKCE (RFC 7636), which must not travel. */
  nonce: string
  begunAt: number
}

// Long enough to sign in there, and to ask an administrator.
const goodForMs = 15 * 60_000

/** Signs what is to come back as `state` (RFC 6749, section 10.12), so that nobody else can have begun it. */
export function createConsents(secretKey: string) {
  const signer = new Signer(secretKey, 'tracker consent')
  const verifierOf = (nonce: string) => deriveKey(secretKey, `tracker consent ${nonce}`).toString('base64url')
  return {
    begin(what: Omit<Consent, 'nonce' | 'begunAt'>, now = Date.now()): { state: string; challenge: string } {
      const nonce = randomUUID()
      const text = JSON.stringify({ ...what, nonce, begunAt: now })
      const state = `${Buffer.from(text).toString('base64url')}.${signer.sign(text).toString('base64url')}`
      return { state, challenge: createHash('sha256').update(verifierOf(nonce)).digest('base64url') }
    },

    /** Null for a state that is not ours, or too old. */
    read(state: string, now = Date.now()): (Consent & { verifier: string }) | null {
      const [head = '', signature = ''] = state.split('.')
      const text = Buffer.from(head, 'base64url').toString()
      if (!signer.isSignature(Buffer.from(signature, 'base64url'), text)) return null
      const consent = JSON.parse(text) as Consent
      const isFresh = now >= consent.begunAt && now < consent.begunAt + goodForMs
      return isFresh && isUuid(consent.workspaceId) ? { ...consent, verifier: verifierOf(consent.nonce) } : null
    },
  }
}

export const callbackUrlOf = (publicUrl: string): string => `${publicUrl}/hooks/tracker/consent`
