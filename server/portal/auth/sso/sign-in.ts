import { createHash } from 'node:crypto'
import { upsertSignedCustomer } from '../../../customers/identity/signed-identity.ts'
import { displayName } from '../../../customers/names.ts'
import type { TrackedCustomerCaps } from '../../../customers/tracking/caps.ts'
import { admitCustomer } from '../../../customers/tracking/take-part.ts'
import type { WriteScope } from '../../../platform/scope.ts'
import { endSessionsBegunByCode } from '../session.ts'
import { inactiveSecretError, ssoTokenError, type VerifiedSsoToken } from './token.ts'

/**
 * Signs a customer in with a verified token, which makes them known to the workspace. The product vouches for the name,
 * so it may be any that can be seen, also a team member's; a customer is never marked as the team. If the token's email
 * replaces another one, sessions that the former mailbox opened end.
 * @returns the customer's id. @throws 401 for a used token, or if the secret was replaced meanwhile
 */
export async function signInWithSsoToken(
  tx: WriteScope,
  { claims, secret }: VerifiedSsoToken,
  caps: TrackedCustomerCaps,
): Promise<string> {
  await requireActiveSecret(tx, secret.id)
  const { sub, jti, exp, email } = claims
  await consumeToken(tx, jti, exp)
  const name = displayName(claims.name ?? null)
  const signed = { externalId: sub, ...(email && { email }), ...(name && { name }) }
  const { customerId, isAddressReplaced } = await upsertSignedCustomer(tx, signed)
  if (isAddressReplaced) await endSessionsBegunByCode(tx, customerId)
  await admitCustomer(tx, customerId, caps)
  return customerId
}

/** Locks the secret, so that it is not replaced before the session that it opens can be ended with it. */
async function requireActiveSecret({ db, workspaceId, now }: WriteScope, id: string): Promise<void> {
  const row = await db
    .selectFrom('portal_sso_secrets')
    .select('expires_at')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()
  if (!row || (row.expires_at !== null && row.expires_at <= now)) throw inactiveSecretError()
}

/** Marks a token as used. Of two concurrent uses, the second waits for the first and then fails. */
async function consumeToken({ db, workspaceId }: WriteScope, jti: string, exp: number): Promise<void> {
  const inserted = await db
    .insertInto('consumed_sso_tokens')
    .values({
      workspace_id: workspaceId,
      token_hash: createHash('sha256').update(jti).digest(),
      expires_at: new Date(exp * 1_000).toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('token_hash')
    .executeTakeFirst()
  if (!inserted) throw ssoTokenError('The token was already used. Create a new token with a new jti.')
}
