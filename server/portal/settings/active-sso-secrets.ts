import type { Vault } from '../../platform/crypto/vault.ts'
import type { Scope } from '../../platform/scope.ts'
import { selectActiveSecrets, vaultContext } from './sso-secrets.ts'

/**
 * Returns the texts of the active secrets, to verify a token with. Leaves out secrets encrypted under another
 * `SECRET_KEY`. Checks no permission, so only auth/sso may import it (.dependency-cruiser.mjs).
 */
export async function loadActiveSsoSecrets(scope: Scope, vault: Vault): Promise<string[]> {
  const rows = await selectActiveSecrets(scope).select(['id', 'secret']).execute()
  return rows.flatMap(({ id, secret }) => vault.open(secret, vaultContext(scope.workspaceId, id)) ?? [])
}
