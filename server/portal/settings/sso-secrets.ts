import { OverlapChoice, type OverlapHours } from '../../api-keys/rotate.ts'
import { audit } from '../../audit/record.ts'
import { permit } from '../../platform/authorization.ts'
import { randomBase62 } from '../../platform/crypto/base62.ts'
import type { Vault } from '../../platform/crypto/vault.ts'
import { newId } from '../../platform/ids.ts'
import { invalidState, notFound } from '../../platform/problems.ts'
import type { Scope, WriteScope } from '../../platform/scope.ts'
import { endSessionsWithSecret } from '../auth/session.ts'
import { portalCan } from './permissions.ts'

/** How long both secrets are accepted after a rotation, as with API keys. */
export const SsoSecretRotation = OverlapChoice

/** An SSO secret without its text. */
export interface SsoSecret {
  id: string
  createdAt: string
  /** When a rotated secret expires; null for the current secret. */
  expiresAt: string | null
}

/** An SSO secret with its text, whose UTF-8 bytes are the HMAC key. */
export interface RevealedSsoSecret {
  id: string
  secret: string
}

const hourMs = 3_600_000

/** Binds the ciphertext of a secret to its row. */
export const vaultContext = (workspaceId: string, id: string): string => `${workspaceId}/portal/${id}`

const selectSecrets = ({ db, workspaceId }: Scope) =>
  db.selectFrom('portal_sso_secrets').where('workspace_id', '=', workspaceId)

/** Selects the secrets that have not expired. */
export const selectActiveSecrets = (scope: Scope) =>
  selectSecrets(scope)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', scope.now)]))
    // The current secret first, then those that expire last.
    .orderBy('expires_at', (order) => order.desc().nullsFirst())
    .orderBy('id')

/** Lists the active secrets, the current one first. @throws 403 */
export async function listSsoSecrets(scope: Scope): Promise<SsoSecret[]> {
  permit(portalCan(scope.actor).manageSecrets)
  return selectActiveSecrets(scope).select(['id', 'created_at as createdAt', 'expires_at as expiresAt']).execute()
}

/** Creates the first secret. @throws 400 if there is one already; 403 */
export async function createSsoSecret(tx: WriteScope, vault: Vault): Promise<RevealedSsoSecret> {
  permit(portalCan(tx.actor).manageSecrets)
  // Of two concurrent calls, the unique index stops one; it is retried and then finds the secret.
  const current = await selectSecrets(tx).select('id').where('expires_at', 'is', null).executeTakeFirst()
  if (current) throw invalidState('There is already a secret. Reveal it, or rotate it.')
  const created = insertSecret(tx, vault)
  audit(tx, 'portal.sso_secret_created', created.id)
  return created
}

/** Returns the text of a secret, and audits who has seen it. @throws 404; 400 if it cannot be decrypted; 403 */
export async function revealSsoSecret(tx: WriteScope, vault: Vault, id: string): Promise<RevealedSsoSecret> {
  permit(portalCan(tx.actor).manageSecrets)
  const { secret: sealed } = await lockSecret(tx, id)
  const secret = vault.open(sealed, vaultContext(tx.workspaceId, id))
  if (secret === null) {
    throw invalidState(
      'The secret cannot be decrypted: it was stored under another SECRET_KEY. Rotate it to get a new one.',
    )
  }
  audit(tx, 'portal.sso_secret_revealed', id)
  return { id, secret }
}

/**
 * Replaces the current secret; the old one stays valid for the overlap, and so do the sessions that it opened.
 * @throws 404; 400 if it was already replaced; 403
 */
export async function rotateSsoSecret(
  tx: WriteScope,
  vault: Vault,
  id: string,
  { overlapHours }: { overlapHours: OverlapHours },
): Promise<RevealedSsoSecret & { previousExpiresAt: string }> {
  permit(portalCan(tx.actor).manageSecrets)
  const old = await lockSecret(tx, id)
  if (old.expires_at !== null) throw invalidState('This secret was already replaced. Reload the page.')
  const previousExpiresAt = new Date(Date.parse(tx.now) + overlapHours * hourMs).toISOString()
  await endSessionsWithSecret(tx, id, previousExpiresAt)
  if (overlapHours === 0) deleteSecret(tx, id)
  else expireSecret(tx, id, previousExpiresAt)
  const created = insertSecret(tx, vault)
  audit(tx, 'portal.sso_secret_rotated', id, { newSecretId: created.id, expiresAt: [null, previousExpiresAt] })
  return { ...created, previousExpiresAt }
}

/** Revokes a replaced secret at once, and ends the sessions that it opened. @throws 404 if it has expired; 400 for the current secret; 403 */
export async function revokeSsoSecret(tx: WriteScope, id: string): Promise<void> {
  permit(portalCan(tx.actor).manageSecrets)
  const { expires_at: expiresAt } = await lockSecret(tx, id)
  if (expiresAt === null) throw invalidState('This is the current secret. Rotate it instead.')
  await endSessionsWithSecret(tx, id, tx.now)
  deleteSecret(tx, id)
  audit(tx, 'portal.sso_secret_revoked', id, { expiresAt: [expiresAt, tx.now] })
}

async function lockSecret(tx: WriteScope, id: string) {
  const row = await selectSecrets(tx)
    .select(['secret', 'expires_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row || (row.expires_at !== null && row.expires_at <= tx.now)) throw notFound()
  return row
}

function insertSecret(tx: WriteScope, vault: Vault): RevealedSsoSecret {
  const id = newId()
  // 256 bits, the size of the hash in HS256.
  const secret = `heed_ps_${randomBase62(43)}`
  tx.defer(
    tx.db
      .insertInto('portal_sso_secrets')
      .values({
        workspace_id: tx.workspaceId,
        id,
        secret: vault.seal(secret, vaultContext(tx.workspaceId, id)),
        created_at: tx.now,
      })
      .execute(),
  )
  return { id, secret }
}

const expireSecret = (tx: WriteScope, id: string, at: string): void =>
  tx.defer(
    tx.db
      .updateTable('portal_sso_secrets')
      .set({ expires_at: at })
      .where('workspace_id', '=', tx.workspaceId)
      .where('id', '=', id)
      .execute(),
  )

const deleteSecret = (tx: WriteScope, id: string): void =>
  tx.defer(
    tx.db.deleteFrom('portal_sso_secrets').where('workspace_id', '=', tx.workspaceId).where('id', '=', id).execute(),
  )
