import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Challenge } from 'altcha-lib/types'
import type { Signer } from '../../platform/crypto/secret-key.ts'
import { createFixedWindow, type RateLimitStore } from '../../platform/http/rate-limits/rate-limiter.ts'

/** Creates puzzles that a browser solves by computing, and checks the solutions. No other party takes part. */
export interface ProofOfWork {
  /** @param now ISO 8601 */
  createChallenge(workspaceId: string, now: string): Promise<Challenge>
  /** Returns whether a text is the solution of a challenge of this workspace that is neither expired nor used. */
  redeem(workspaceId: string, proof: string | null, now: string): Promise<boolean>
}

// A browser computes about a million iterations a second, and a phone a third of that. PBKDF2 runs in native code in the
// browser too, so that a script of an attacker gains little.
const iterations = 2_000
const counterRange = [200, 600] as const
// The script asks for a challenge when a form is sent. A slow phone needs some seconds.
const validSeconds = 600
// The parts of a solved challenge in base64 are about 800 characters.
const maxProofLength = 4_000

export function createProofOfWork(signer: Signer, store: RateLimitStore): ProofOfWork {
  const secrets = {
    hmacSignatureSecret: signer.sign('challenge').toString('hex'),
    hmacKeySignatureSecret: signer.sign('key').toString('hex'),
  }
  const uses = createFixedWindow(store, 'portal-proof-used', 1, validSeconds * 2)
  return {
    createChallenge: (workspaceId, now) =>
      createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: iterations,
        counter: randomInt(counterRange[1], counterRange[0]),
        deriveKey,
        data: { workspaceId },
        expiresAt: Math.floor(Date.parse(now) / 1_000) + validSeconds,
        ...secrets,
      }),
    async redeem(workspaceId, proof, now) {
      const payload = parseProof(proof)
      if (payload === null) return false
      const { challenge, solution } = payload
      const { data, expiresAt, nonce } = challenge.parameters
      if (data?.workspaceId !== workspaceId || !expiresAt || expiresAt * 1_000 < Date.parse(now)) return false
      const isSolved = await verifySolution({ challenge, solution, deriveKey, ...secrets }).then(
        ({ verified }) => verified,
        // The library throws for parameters of the wrong shape.
        () => false,
      )
      // The signature covers the nonce, so that it identifies the challenge.
      return isSolved && (await uses.consume(`${workspaceId} ${nonce}`)) === null
    },
  }
}

type Payload = Parameters<typeof verifySolution>[0]

/** Parses what the browser has sent: JSON in base64. */
function parseProof(text: string | null): Pick<Payload, 'challenge' | 'solution'> | null {
  if (text === null || text.length > maxProofLength) return null
  try {
    const value = JSON.parse(Buffer.from(text, 'base64').toString()) as Partial<Payload> | null
    const isComplete = value?.challenge?.parameters && typeof value.challenge.signature === 'string' && value.solution
    return isComplete ? (value as Payload) : null
  } catch {
    // Any other text, such as a forged one.
    return null
  }
}
