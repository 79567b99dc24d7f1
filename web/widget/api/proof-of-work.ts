import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import type { Challenge } from 'altcha-lib/types'

// Far longer than a slow phone needs.
const timeoutMs = 30_000

/**
 * Solves a challenge if the server has one for this visitor, because their network is near its limit. The browser
 * computes it off the main thread (`crypto.subtle`), so the page stays responsive.
 * @returns the header with the solution; empty if none is needed or it could not be computed, so that the server
 * decides
 */
export async function proveWork(load: () => Promise<{ challenge: Challenge | null }>): Promise<Record<string, string>> {
  try {
    const { challenge } = await load()
    // Browsers offer `crypto.subtle` on secure pages only.
    if (challenge === null || !crypto.subtle) return {}
    const solution = await solveChallenge({ challenge, deriveKey, timeout: timeoutMs })
    return solution ? { 'heed-proof': btoa(JSON.stringify({ challenge, solution })) } : {}
  } catch {
    return {}
  }
}
