import { createHash, randomUUID } from 'node:crypto'
import { deriveKey, Signer } from '../../platform/crypto/secret-key.ts'
import { isUuid } from '../../platform/ids.ts'
import type { Provider } from '../tracker.ts'
import type { DefaultsInput } from './defaults.ts'

/** An OAuth authorization in progress. Travels through the browser, signed. */
export interface OAuthState {
  workspaceId: string
  provider: Provider
  apiUrl: string
  defaults: DefaultsInput
  /**
   * The member who started it in the console, and the workspace's slug: only they can finish it. Absent for the CLI.
   */
  startedBy?: { memberId: string; slug: string }
  /** The PKCE verifier (RFC 7636) is derived from it, because the verifier itself must not travel. */
  nonce: string
  /** Milliseconds since 1970. */
  startedAt: number
}

export type VerifiedOAuthState = OAuthState & { verifier: string }

// Leaves time to sign in to the tracker and to ask an administrator there.
const stateLifetimeMs = 15 * 60_000

/** Signs and verifies the `state` parameter, which prevents cross-site request forgery (RFC 6749, section 10.12). */
export function createOAuthStates(secretKey: string) {
  const signer = new Signer(secretKey, 'tracker oauth')
  const deriveVerifier = (nonce: string) => deriveKey(secretKey, `tracker oauth ${nonce}`).toString('base64url')
  return {
    begin(input: Omit<OAuthState, 'nonce' | 'startedAt'>, now = Date.now()): { state: string; challenge: string } {
      const nonce = randomUUID()
      const text = JSON.stringify({ ...input, nonce, startedAt: now })
      const state = `${Buffer.from(text).toString('base64url')}.${signer.sign(text).toString('base64url')}`
      return { state, challenge: createHash('sha256').update(deriveVerifier(nonce)).digest('base64url') }
    },

    /** Null if the state is forged or has expired. */
    read(state: string, now = Date.now()): VerifiedOAuthState | null {
      const [payload = '', signature = ''] = state.split('.')
      const text = Buffer.from(payload, 'base64url').toString()
      if (!signer.isSignature(Buffer.from(signature, 'base64url'), text)) return null
      const verified = JSON.parse(text) as OAuthState
      const isFresh = now >= verified.startedAt && now < verified.startedAt + stateLifetimeMs
      return isFresh && isUuid(verified.workspaceId) ? { ...verified, verifier: deriveVerifier(verified.nonce) } : null
    },
  }
}

export const oauthCallbackUrl = (publicUrl: string): string => `${publicUrl}/hooks/tracker/oauth`
