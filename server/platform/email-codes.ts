import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../tables.ts'
import {
  codeMinutes,
  codesMatch,
  generateCode,
  hashCode,
  invalidCode,
  maxCodeAttempts,
} from './crypto/one-time-code.ts'

/** Identifies the row of a code. A recipient has at most one code at a time; a customer, one per browser. */
export interface EmailCodeSlot {
  table: 'account_codes' | 'customer_codes'
  /** The primary key of the row, in the order of its columns; `email` is in lower case. */
  primaryKey: { workspace_id?: string; email: string; browser_hash?: string }
}

/**
 * Creates the code to email to a recipient and invalidates the previous one. Runs in the mail job, so that no job holds
 * a code.
 * @param key derived for the kind of recipient @param now as ISO 8601
 */
export async function issueEmailCode(
  db: Kysely<Tables>,
  { table, primaryKey }: EmailCodeSlot,
  key: Buffer,
  now: string,
): Promise<string> {
  const code = generateCode()
  const expiresAt = new Date(Date.parse(now) + codeMinutes * 60_000).toISOString()
  const columns = sql.join(Object.keys(primaryKey).map((column) => sql.ref(column)))
  await sql`
    insert into ${sql.table(table)} (${columns}, hash, tries, expires_at, created_at)
    values (${sql.join(Object.values(primaryKey))}, ${hashCode(key, owner(primaryKey), code)}, 0, ${expiresAt}, ${now})
    on conflict (${columns}) do update set hash = excluded.hash, tries = excluded.tries,
      expires_at = excluded.expires_at, created_at = excluded.created_at`.execute(db)
  return code
}

/**
 * Checks a code and counts the attempt. Call it outside a transaction, so that a rollback cannot undo the count.
 * @returns the hash to redeem @throws 400
 */
export async function checkEmailCode(
  db: Kysely<Tables>,
  { table, primaryKey }: EmailCodeSlot,
  key: Buffer,
  code: string,
  now: string,
): Promise<Buffer> {
  const { rows } = await sql<{ hash: Buffer }>`
    update ${sql.table(table)} set tries = tries + 1
    where ${matches(primaryKey)} and tries < ${maxCodeAttempts} and expires_at > ${now} returning hash`.execute(db)
  const sent = hashCode(key, owner(primaryKey), code)
  if (!codesMatch(rows[0]?.hash, sent)) throw invalidCode()
  return sent
}

/** Deletes a checked code, so that it works once. @throws 400 if it was used meanwhile or a newer one was sent */
export async function redeemEmailCode(
  db: Kysely<Tables>,
  { table, primaryKey }: EmailCodeSlot,
  hash: Buffer,
): Promise<void> {
  const { rows } = await sql`
    delete from ${sql.table(table)} where ${matches(primaryKey)} and hash = ${hash} returning email`.execute(db)
  if (rows.length === 0) throw invalidCode()
}

/** The recipient as text, hashed with the code so that the code works for this recipient only. */
const owner = (primaryKey: EmailCodeSlot['primaryKey']): string => Object.values(primaryKey).join(' ')

const matches = (primaryKey: EmailCodeSlot['primaryKey']): RawBuilder<boolean> =>
  sql<boolean>`${sql.join(
    Object.entries(primaryKey).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
    sql` and `,
  )}`
