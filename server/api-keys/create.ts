import { audit } from '../audit/record.ts'
import { permit } from '../platform/authorization.ts'
import { type ApiScope, apiScopes } from '../platform/http/api/scopes.ts'
import { newId } from '../platform/ids.ts'
import { invalid } from '../platform/problems.ts'
import { Nullable, OneOf, type Static, Strict, Text, Type } from '../platform/schemas.ts'
import type { Scope, WriteScope } from '../platform/scope.ts'
import { displayPrefix, generateApiKey, hashApiKey } from './format.ts'
import { apiKeysCan } from './permissions.ts'

export const ApiKeyCreate = Strict({
  name: Text({ min: 1, max: 100 }),
  scopes: Type.Array(OneOf([...apiScopes]), { minItems: 1, uniqueItems: true }),
  expiresAt: Type.Optional(Nullable(Type.String({ format: 'date-time' }))),
})
export type ApiKeyCreate = Static<typeof ApiKeyCreate>

export interface CreatedApiKey {
  id: string
  /** The key itself, which cannot be shown again. */
  key: string
  name: string
  scopes: ApiScope[]
  expiresAt: string | null
}

/**
 * Creates an API key and returns it, the only time it is visible (specification, Authentication).
 * @param creator shown in the list of keys; the acting member unless the operator names one
 * @throws 400 without scopes and for an expiry in the past; 403
 */
export async function createApiKey(tx: WriteScope, input: ApiKeyCreate, creator?: string): Promise<CreatedApiKey> {
  permit(apiKeysCan(tx.actor).create)
  const { name, scopes } = input
  const expiresAt = input.expiresAt ? new Date(input.expiresAt).toISOString() : null
  if (scopes.length === 0)
    throw invalid([{ path: '/scopes', message: 'must name at least one scope', code: 'required' }])
  if (expiresAt !== null && expiresAt <= tx.now) {
    throw invalid([{ path: '/expiresAt', message: 'must be in the future', code: 'past' }])
  }
  const id = newId()
  const key = generateApiKey()
  const createdBy = creator ?? (await describeCreator(tx))
  tx.defer(
    tx.db
      .insertInto('api_keys')
      .values({
        workspace_id: tx.workspaceId,
        id,
        name,
        hash: hashApiKey(key),
        prefix: displayPrefix(key),
        scopes,
        created_by: createdBy,
        created_at: tx.now,
        expires_at: expiresAt,
      })
      .execute(),
  )
  audit(tx, 'api_key.created', id, { name, scopes, expiresAt })
  return { id, key, name, scopes, expiresAt }
}

/** Names the creator of a key in a way that remains readable after a member has left. */
async function describeCreator({ db, workspaceId, actor }: Scope): Promise<string> {
  if (actor.type === 'key') return 'an API key'
  if (actor.type === 'app') return 'an app'
  if (actor.type !== 'member' || actor.id === null) return 'Heed'
  const member = await db
    .selectFrom('members')
    .select('email')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', actor.id)
    .executeTakeFirst()
  return member?.email ?? 'a former member'
}
