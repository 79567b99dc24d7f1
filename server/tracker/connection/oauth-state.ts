import { createHash, randomUUID } from 'node:crypto'
import { deriveKey, Signer } from '../../platform/crypto/secret-key.ts'
import { isUuid } from '../../platform/ids.ts'
import type { Provider } from '../tracker.ts'
import type { DefaultsInput } from './defaults.ts'

/** What somebody has begun who was sent to the tracker to agree. Travels with them, signed. */
export interface OAuthState {
  workspaceId: string
  provider: Provider
  apiUrl: string
  defaults: DefaultsInput
  /** The member who has begun it in the console, and the slug of the workspace: it ends there. Absent for the operator. */
  startedBy?: { memberId: string; slug: string }
  /** Makes the verifier of PKCE (RFC 7636), which must not travel. */
  nonce: string
  startedAt: number
}

// Long enough to sign in there, and to ask an administrator.
const stateLifetimeMs = 15 * 60_000

/** Signs what is to come back as `state` (RFC 6749, section 10.12), so that nobody else can have begun it. */
export function createOAuthStates(secretKey: string) {
  const signer = new Signer(secretKey, 'tracker consent')
  const verifierOf = (nonce: string) => deriveKey(secretKey, `tracker consent ${nonce}`).toString('base64url')
  return {
    begin(what: Omit<OAuthState, 'nonce' | 'startedAt'>, now = Date.now()): { state: string; challenge: string } {
      const nonce = randomUUID()
      const text = JSON.stringify({ ...what, nonce, startedAt: now })
      const state = `${Buffer.from(text).toString('base64url')}.${signer.sign(text).toString('base64url')}`
      return { state, challenge: createHash('sha256').update(verifierOf(nonce)).digest('base64url') }
    },

    /** Null for a state that is not ours, or too old. */
    read(state: string, now = Date.now()): (OAuthState & { verifier: string }) | null {
      const [head = '', signature = ''] = state.split('.')
      const text = Buffer.from(head, 'base64url').toString()
      if (!signer.isSignature(Buffer.from(signature, 'base64url'), text)) return null
      const consent = JSON.parse(text) as OAuthState
      const isFresh = now >= consent.startedAt && now < consent.startedAt + stateLifetimeMs
      return isFresh && isUuid(consent.workspaceId) ? { ...consent, verifier: verifierOf(consent.nonce) } : null
    },
  }
}

export const oauthCallbackUrl = (publicUrl: string): string => `${publicUrl}/hooks/tracker/consent`
