import type { Vault } from '../../platform/crypto/vault.ts'
import type { Credential, Provider } from '../tracker.ts'

/** A credential that somebody has typed in, while they choose a team. */
export interface PendingCredential {
  provider: Provider
  apiUrl: string
  credential: Credential
}

// As long as somebody looks for the right name in a list.
const lifetimeMs = 15 * 60_000

const vaultPlace = ({ workspaceId, memberId }: { workspaceId: string; memberId: string }): string =>
  `connecting/${workspaceId}/${memberId}`

/** Sealed, for a hidden field of the next form: of use to this member alone, in this workspace, for 15 minutes. */
export const sealPendingCredential = (
  vault: Vault,
  who: { workspaceId: string; memberId: string },
  kept: PendingCredential,
  now: string,
): string =>
  vault.seal(JSON.stringify({ ...kept, until: Date.parse(now) + lifetimeMs }), vaultPlace(who)).toString('base64url')

/** Null for what is not theirs, or too old. */
export function openPendingCredential(
  vault: Vault,
  who: { workspaceId: string; memberId: string },
  sealed: string,
  now: string,
): PendingCredential | null {
  const opened = vault.open(Buffer.from(sealed, 'base64url'), vaultPlace(who))
  if (opened === null) return null
  const { until, ...kept } = JSON.parse(opened) as PendingCredential & { until: number }
  return Date.parse(now) < until ? kept : null
}
