import { audit } from '../audit/record.ts'
import type { ApiScope } from '../platform/http/api/operations.ts'
import { newId } from '../platform/ids.ts'
import type { WriteScope } from '../platform/scope.ts'
import { displayPrefix, generateApiKey, hashApiKey } from './format.ts'

interface NewApiKey {
  name: string
  scopes: ApiScope[]
  expiresAt: string | null
  createdBy: string
}

/** Makes a key. The returned value is the only time that it is seen (specification, Authentication). */
export function insertApiKey(tx: WriteScope, { name, scopes, expiresAt, createdBy }: NewApiKey) {
  const id = newId()
  const key = generateApiKey()
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
