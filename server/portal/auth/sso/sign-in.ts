import { createHash } from 'node:crypto'
import { upsertVisitor } from '../../../customers/identity/identify.ts'
import type { WriteScope } from '../../../platform/scope.ts'
import { type SsoClaims, ssoTokenError } from './token.ts'

/** Somebody comes in by a token that is good. @returns the customer. @throws 401 when it was used before */
export async function signInWithSsoToken(tx: WriteScope, { sub, jti, exp, email, name }: SsoClaims): Promise<string> {
  await consumeToken(tx, jti, exp)
  return upsertVisitor(tx, { externalId: sub, ...(email && { email }), ...(name && { name }) })
}

/** Each token is good once. Of two that come at once, the second waits here for the first. */
async function consumeToken({ db, workspaceId }: WriteScope, jti: string, exp: number): Promise<void> {
  const first = await db
    .insertInto('consumed_sso_tokens')
    .values({
      workspace_id: workspaceId,
      token_hash: createHash('sha256').update(jti).digest(),
      expires_at: new Date(exp * 1_000).toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('token_hash')
    .executeTakeFirst()
  if (!first) throw ssoTokenError('The token was used before: each is good once. Make another one, with another jti.')
}
