import type { Vault } from '../../platform/crypto/vault.ts'
import type { Scope } from '../../platform/scope.ts'
import { selectActiveSecrets, vaultContext } from './sso-secrets.ts'

/** An SSO secret that tokens may be signed with. */
export interface ActiveSsoSecret {
  id: string
  /** Its UTF-8 bytes are the HMAC key. */
  secret: string
  /** When a rotated secret expires; null for the current secret. */
  expiresAt: string | null
}

/**
 * Returns the texts of the active secrets, to verify a token with. Leaves out secrets encrypted under another
 * `SECRET_KEY`. Checks no permission, so only auth/sso may import it (.dependency-cruiser.mjs).
 */
export async function loadActiveSsoSecrets(scope: Scope, vault: Vault): Promise<ActiveSsoSecret[]> {
  const rows = await selectActiveSecrets(scope).select(['id', 'secret', 'expires_at as expiresAt']).execute()
  return rows.flatMap(({ id, secret: sealed, expiresAt }) => {
    const secret = vault.open(sealed, vaultContext(scope.workspaceId, id))
    return secret === null ? [] : [{ id, secret, expiresAt }]
  })
}
