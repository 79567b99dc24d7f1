import { permit } from '../platform/authorization.ts'
import { type ApiScope, apiScopes } from '../platform/http/api/operations.ts'
import { invalid } from '../platform/problems.ts'
import { Nullable, OneOf, type Static, Strict, Text, Type } from '../platform/schemas.ts'
import type { Scope, WriteScope } from '../platform/scope.ts'
import { insertApiKey } from './insert.ts'
import { apiKeysCan } from './permissions.ts'

export const ApiKeyCreate = Strict({
  name: Text({ min: 1, max: 100 }),
  scopes: Type.Array(OneOf([...apiScopes]), { minItems: 1, uniqueItems: true }),
  expiresAt: Type.Optional(Nullable(Type.String({ format: 'date-time' }))),
})
export type ApiKeyCreate = Static<typeof ApiKeyCreate>

export interface CreatedApiKey {
  id: string
  /** The key itself: this is the only time that it is seen. */
  key: string
  name: string
  scopes: ApiScope[]
  expiresAt: string | null
}

/** Makes a key as a member of the team does. @throws 400 for scopes and times that cannot be; 403 */
export async function createApiKey(tx: WriteScope, input: ApiKeyCreate): Promise<CreatedApiKey> {
  permit(apiKeysCan(tx.actor).create)
  const expiresAt = input.expiresAt ? new Date(input.expiresAt).toISOString() : null
  if (input.scopes.length === 0) throw invalid([{ path: '/scopes', message: 'must name at least one scope' }])
  if (expiresAt !== null && expiresAt <= tx.now) {
    throw invalid([{ path: '/expiresAt', message: 'must be in the future' }])
  }
  const { name, scopes } = input
  return insertApiKey(tx, { name, scopes, expiresAt, createdBy: await describeCreator(tx) })
}

/** Who makes a key, in words that stay when they leave the team. */
export async function describeCreator({ db, workspaceId, actor }: Scope): Promise<string> {
  if (actor.type !== 'member' || actor.id === null) return actor.type === 'key' ? 'an API key' : 'Heed'
  const member = await db
    .selectFrom('members')
    .select('email')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', actor.id)
    .executeTakeFirst()
  return member?.email ?? 'a former member'
}
