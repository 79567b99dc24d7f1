import type { Vault } from '../../platform/crypto/vault.ts'
import type { ConnectInput } from './connect.ts'

interface Owner {
  workspaceId: string
  memberId: string
}

// Leaves time to choose a team from a list.
const lifetimeMs = 15 * 60_000

const vaultContext = ({ workspaceId, memberId }: Owner): string => `connecting/${workspaceId}/${memberId}`

/** Seals a credential into a hidden form field while its owner chooses a team. Valid for 15 minutes. */
export const sealPendingCredential = (vault: Vault, owner: Owner, input: ConnectInput, now: string): string =>
  vault
    .seal(JSON.stringify({ ...input, until: Date.parse(now) + lifetimeMs }), vaultContext(owner))
    .toString('base64url')

/** Opens a sealed credential; null if it belongs to someone else or has expired. */
export function openPendingCredential(vault: Vault, owner: Owner, sealed: string, now: string): ConnectInput | null {
  const opened = vault.open(Buffer.from(sealed, 'base64url'), vaultContext(owner))
  if (opened === null) return null
  const { until, ...input } = JSON.parse(opened) as ConnectInput & { until: number }
  return Date.parse(now) < until ? input : null
}
