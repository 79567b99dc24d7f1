import { createHash } from 'node:crypto'
import { upsertVisitor } from '../../../customers/identity/identify.ts'
import { displayName } from '../../../customers/names.ts'
import type { WriteScope } from '../../../platform/scope.ts'
import { type SsoClaims, ssoTokenError } from './token.ts'

/**
 * Signs a customer in with the claims of a verified token. The product vouches for the name, so it may be any that can be
 * seen, also a team member's; a customer is never marked as the team.
 * @returns the customer's id. @throws 401 for a used token
 */
export async function signInWithSsoToken(tx: WriteScope, claims: SsoClaims): Promise<string> {
  const { sub, jti, exp, email } = claims
  await consumeToken(tx, jti, exp)
  const name = displayName(claims.name ?? null)
  return upsertVisitor(tx, { externalId: sub, ...(email && { email }), ...(name && { name }) })
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
