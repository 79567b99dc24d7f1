import { audit } from '../audit/record.ts'
import type { ScopeName } from '../platform/http/api/operations.ts'
import { newId } from '../platform/ids.ts'
import type { WriteScope } from '../platform/scope.ts'
import { generateKey, hashKey, shownPrefix } from './format.ts'

interface NewKey {
  name: string
  scopes: ScopeName[]
  expiresAt: string | null
  createdBy: string
}

/** Makes a key. The returned value is the only time that it is seen (specification, Authentication). */
export function createKey(tx: WriteScope, { name, scopes, expiresAt, createdBy }: NewKey) {
  const id = newId()
  const key = generateKey()
  tx.defer(
    tx.db
      .insertInto('api_keys')
      .values({
        workspace_id: tx.workspaceId,
        id,
        name,
        hash: hashKey(key),
        prefix: shownPrefix(key),
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
