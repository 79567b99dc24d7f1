import { ApiKeyRotation, type OverlapHours } from '../../api-keys/rotate.ts'
import { audit } from '../../audit/record.ts'
import { permit } from '../../platform/authorization.ts'
import { randomBase62 } from '../../platform/crypto/base62.ts'
import type { Vault } from '../../platform/crypto/vault.ts'
import { newId } from '../../platform/ids.ts'
import { invalidState, notFound } from '../../platform/problems.ts'
import type { Scope, WriteScope } from '../../platform/scope.ts'
import { portalCan } from './permissions.ts'

/** How long both secrets are good: as with API keys. */
export const SsoSecretRotation = ApiKeyRotation

/** A secret that the workspace's product signs its tokens with, without the secret. */
export interface SsoSecret {
  id: string
  createdAt: string
  /** When one that was replaced stops being good; null is the one to sign with. */
  expiresAt: string | null
}

/** A secret with its text. Its UTF-8 bytes are the key of the HMAC. */
export interface RevealedSsoSecret {
  id: string
  secret: string
}

const hourMs = 3_600_000

const vaultContext = (workspaceId: string, id: string): string => `${workspaceId}/portal/${id}`

const selectSecrets = ({ db, workspaceId }: Scope) =>
  db.selectFrom('portal_sso_secrets').where('workspace_id', '=', workspaceId)

const selectActiveSecrets = (scope: Scope) =>
  selectSecrets(scope)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', scope.now)]))
    // The one to sign with, then the later ends.
    .orderBy('expires_at', (order) => order.desc().nullsFirst())
    .orderBy('id')

/** Those that are good, the one to sign with first. @throws 403 */
export async function listSsoSecrets(scope: Scope): Promise<SsoSecret[]> {
  permit(portalCan(scope.actor).keepSecrets)
  return selectActiveSecrets(scope).select(['id', 'created_at as createdAt', 'expires_at as expiresAt']).execute()
}

/** The texts that a token may be signed with now; what another `SECRET_KEY` had sealed is not among them. */
export async function loadActiveSsoSecrets(scope: Scope, vault: Vault): Promise<string[]> {
  const rows = await selectActiveSecrets(scope).select(['id', 'secret']).execute()
  return rows.flatMap(({ id, secret }) => vault.open(secret, vaultContext(scope.workspaceId, id)) ?? [])
}

/** Makes the first secret. @throws 400 when there is one; 403 */
export async function createSsoSecret(tx: WriteScope, vault: Vault): Promise<RevealedSsoSecret> {
  permit(portalCan(tx.actor).keepSecrets)
  // Of two who look at once, the unique index lets one go on; the other is run again and finds it.
  const current = await selectSecrets(tx).select('id').where('expires_at', 'is', null).executeTakeFirst()
  if (current) throw invalidState('There is a secret already. Show it, or rotate it.')
  const made = insertSecret(tx, vault)
  audit(tx, 'portal.sso_secret_created', made.id)
  return made
}

/** The text of the secret to sign with; who has seen it is kept. @throws 404; 400 when it cannot be read; 403 */
export async function revealSsoSecret(tx: WriteScope, vault: Vault, id: string): Promise<RevealedSsoSecret> {
  permit(portalCan(tx.actor).keepSecrets)
  const { secret: sealed } = await lockSecret(tx, id)
  const secret = vault.open(sealed, vaultContext(tx.workspaceId, id))
  if (secret === null) {
    throw invalidState(
      'The secret cannot be read: it was stored under another SECRET_KEY. Rotate it to have a new one.',
    )
  }
  audit(tx, 'portal.sso_secret_revealed', id)
  return { id, secret }
}

/**
 * Makes a secret in this one's place, which stays good for the overlap.
 * @throws 404; 400 for one that was replaced; 403
 */
export async function rotateSsoSecret(
  tx: WriteScope,
  vault: Vault,
  id: string,
  { overlapHours }: { overlapHours: OverlapHours },
): Promise<RevealedSsoSecret & { oldEndsAt: string }> {
  permit(portalCan(tx.actor).keepSecrets)
  const old = await lockSecret(tx, id)
  if (old.expires_at !== null) throw invalidState('This secret has been replaced already. Load the page again.')
  const oldEndsAt = new Date(Date.parse(tx.now) + overlapHours * hourMs).toISOString()
  if (overlapHours === 0) deleteSecret(tx, id)
  else expireSecret(tx, id, oldEndsAt)
  const made = insertSecret(tx, vault)
  audit(tx, 'portal.sso_secret_rotated', id, { newSecretId: made.id, expiresAt: [null, oldEndsAt] })
  return { ...made, oldEndsAt }
}

/** Ends at once one that was replaced. @throws 404 for one that has ended; 400 for the one to sign with; 403 */
export async function revokeSsoSecret(tx: WriteScope, id: string): Promise<void> {
  permit(portalCan(tx.actor).keepSecrets)
  const { expires_at: expiresAt } = await lockSecret(tx, id)
  if (expiresAt === null)
    throw invalidState('This is the secret to sign with. Rotate it, so that another takes its place.')
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
  // 256 bits, as many as the hash of HS256 has.
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

/** What is good no more is not kept. */
const deleteSecret = (tx: WriteScope, id: string): void =>
  tx.defer(
    tx.db.deleteFrom('portal_sso_secrets').where('workspace_id', '=', tx.workspaceId).where('id', '=', id).execute(),
  )
