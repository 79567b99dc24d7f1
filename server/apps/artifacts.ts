import { sql } from 'kysely'
import type { Database } from '../platform/db/database.ts'
import { hashToken } from './tokens/format.ts'

type Db = Pick<Database, 'db'>['db']
type ArtifactKind = 'interaction' | 'client' | 'document'

export type Payload = Record<string, unknown>

/** Stores or replaces an artifact of the authorization server, which belongs to no workspace yet. */
export async function putArtifact(
  db: Db,
  { kind, id, payload, seconds }: { kind: ArtifactKind; id: string; payload: Payload; seconds: number },
): Promise<void> {
  const row = { payload: JSON.stringify(payload), expires_at: after(seconds) }
  await db
    .insertInto('account_oauth_artifacts')
    .values({ kind, hash: hashToken(id), created_at: after(0), ...row })
    .onConflict((conflict) => conflict.columns(['kind', 'hash']).doUpdateSet(row))
    .execute()
}

/** Replaces the artifact of a stored document. Does not store a new one. */
export async function replaceDocument(db: Db, id: string, payload: Payload, seconds: number): Promise<void> {
  await db
    .updateTable('account_oauth_artifacts')
    .set({ payload: JSON.stringify(payload), expires_at: after(seconds) })
    .where('kind', '=', 'document')
    .where('hash', '=', hashToken(id))
    .execute()
}

/** Extends the lifetime of a dynamically registered client. Writes at most once a day. */
export async function extendClient(db: Db, id: string, seconds: number): Promise<void> {
  await db
    .updateTable('account_oauth_artifacts')
    .set({ expires_at: after(seconds) })
    .where('kind', '=', 'client')
    .where('hash', '=', hashToken(id))
    .where('expires_at', '<', after(seconds - 86_400))
    .execute()
}

const after = (seconds: number): string => new Date(Date.now() + seconds * 1_000).toISOString()

/** Finds an artifact that has not expired. */
export async function findArtifact(db: Db, kind: ArtifactKind, id: string): Promise<Payload | undefined> {
  const row = await db
    .selectFrom('account_oauth_artifacts')
    .select('payload')
    .where('kind', '=', kind)
    .where('hash', '=', hashToken(id))
    .where('expires_at', '>', new Date().toISOString())
    .executeTakeFirst()
  return row?.payload as Payload | undefined
}

/**
 * Adds the result to a request for consent that has none. @returns the request; undefined if it has expired or already
 * has a result
 */
export async function answerInteraction(db: Db, id: string, result: object): Promise<Payload | undefined> {
  const { rows } = await sql<{ payload: Payload }>`
    update account_oauth_artifacts set payload = payload || jsonb_build_object('result', ${JSON.stringify(result)}::jsonb)
    where kind = 'interaction' and hash = ${hashToken(id)} and expires_at > ${new Date().toISOString()}
      and not payload ? 'result'
    returning payload`.execute(db)
  return rows[0]?.payload
}

export async function deleteArtifact(db: Db, kind: ArtifactKind, id: string): Promise<void> {
  await db.deleteFrom('account_oauth_artifacts').where('kind', '=', kind).where('hash', '=', hashToken(id)).execute()
}
