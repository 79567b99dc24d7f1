import { sql } from 'kysely'
import type { AdapterPayload, Client } from 'oidc-provider'
import type { Database } from '../../platform/db/database.ts'
import { extendClient } from '../artifacts.ts'
import { hashToken } from '../tokens/format.ts'
import { revokeGrant } from './grants.ts'
import { storeDocument } from './metadata-documents.ts'
import type { ProviderContext, ProviderDeps } from './provider-context.ts'

// Long enough for an app that is used once a quarter.
const usedClientSeconds = 180 * 86_400

type TokenKind = 'code' | 'access' | 'refresh'

interface NewToken {
  kind: TokenKind
  id: string
  payload: AdapterPayload
  seconds: number
}

/** Stores a code or token by its hash, unless its authorization has ended. @throws `invalid_grant` */
export async function insertToken(
  { database: { db } }: ProviderDeps,
  { errors, current }: ProviderContext,
  { kind, id, payload: { jti: _, ...payload }, seconds }: NewToken,
): Promise<void> {
  const scopes = payload.scope?.split(' ').filter((each) => each !== '') ?? []
  // The audience of an access token lists its resources (resource-servers.ts).
  const resources = typeof payload.aud === 'string' ? payload.aud.split(' ') : []
  const { numAffectedRows } = await sql`
    insert into app_tokens
      (workspace_id, hash, authorization_id, kind, scopes, resources, payload, created_at, expires_at)
    select a.workspace_id, ${hashToken(id)}::bytea, a.id, ${kind}, ${scopes}::text[], ${resources}::text[],
      ${JSON.stringify(payload)}::jsonb, now(), now() + make_interval(secs => ${seconds})
    from app_authorizations a where a.id = ${payload.grantId ?? null}::uuid and a.ended_at is null
    for share of a`.execute(db)
  if (numAffectedRows !== 1n) throw new errors.InvalidGrant('the authorization has ended')
  await keepClient(db, current().oidc.client!, kind)
}

/** Keeps the metadata of a client without a registration in a workspace while the client is used. */
async function keepClient(db: Database['db'], client: Client, kind: TokenKind): Promise<void> {
  const isDocument = 'clientIdMetadataDocument' in client
  if (isDocument && kind === 'code') await storeDocument(db, client)
  if (!isDocument && kind === 'refresh') await extendClient(db, client.clientId, usedClientSeconds)
}

export async function findToken(
  { database: { db } }: ProviderDeps,
  kind: TokenKind,
  id: string,
): Promise<AdapterPayload | undefined> {
  const row = await db
    .selectFrom('app_tokens')
    .select(['payload', 'consumed_at'])
    .where('hash', '=', hashToken(id))
    .where('kind', '=', kind)
    .executeTakeFirst()
  if (!row) return undefined
  const consumed = row.consumed_at === null ? {} : { consumed: Math.floor(Date.parse(row.consumed_at) / 1_000) }
  return { ...(row.payload as AdapterPayload), jti: id, ...consumed }
}

/**
 * Marks a code or refresh token as used. The library cannot detect two concurrent uses; here, the second one ends the
 * authorization, like any later use. @throws `invalid_grant`
 */
export async function consumeToken(
  deps: ProviderDeps,
  context: ProviderContext,
  kind: TokenKind,
  id: string,
): Promise<void> {
  const consumed = await deps.database.db
    .updateTable('app_tokens')
    .set({ consumed_at: sql`now()` })
    .where('hash', '=', hashToken(id))
    .where('kind', '=', kind)
    .where('consumed_at', 'is', null)
    .returning('authorization_id')
    .executeTakeFirst()
  if (consumed) return
  const stored = await findToken(deps, kind, id)
  if (stored?.grantId !== undefined) await revokeGrant(deps, context, stored.grantId)
  throw new context.errors.InvalidGrant(`${kind} already used`)
}
