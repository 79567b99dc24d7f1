import { sql } from 'kysely'
import { endAuthorizationsOfAccount } from '../apps/end.ts'
import { newId } from '../platform/ids.ts'
import type { WriteScope } from '../platform/scope.ts'

/** A transaction outside any workspace: accounts belong to the instance. */
export type InstanceScope = Omit<WriteScope, 'workspaceId'>

interface NewAccount {
  email: string
  name: string
  isVerified: boolean
  passwordHash: string | null
}

/** Locks the account of an address, so that concurrent calls do not both create or verify it. */
export const lockAccountByEmail = (db: WriteScope['db'], email: string) =>
  db
    .selectFrom('accounts')
    .select(['id', 'email', 'name', 'is_verified as isVerified'])
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .forUpdate()
    .executeTakeFirst()

/** Creates an account. If the address has one already, the insert fails and the retried transaction finds it. */
export async function insertAccount(tx: InstanceScope, { email, name, isVerified, passwordHash }: NewAccount) {
  const id = newId()
  const at = { created_at: tx.now, updated_at: tx.now }
  await tx.db
    .insertInto('accounts')
    .values({ id, email, name, is_verified: isVerified, ...at })
    .execute()
  if (passwordHash !== null) await setPassword(tx, id, passwordHash)
  if (isVerified) await claimMemberships(tx, id)
  return id
}

export const setPassword = ({ db, now }: InstanceScope, accountId: string, password: string) =>
  db
    .insertInto('account_credentials')
    .values({
      id: newId(),
      account_id: accountId,
      provider: 'credential',
      subject: accountId,
      password,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'provider']).doUpdateSet({ password, updated_at: now }))
    .execute()

/**
 * Marks the address of an account as verified. The first time, removes its credentials, second factor and sessions:
 * someone else may have created the account with a copied link.
 */
export async function verifyEmail(tx: InstanceScope, accountId: string): Promise<void> {
  const newlyVerified = await tx.db
    .updateTable('accounts')
    .set({ is_verified: true, has_totp: false, updated_at: tx.now })
    .where('id', '=', accountId)
    .where('is_verified', '=', false)
    .returning('id')
    .executeTakeFirst()
  if (newlyVerified) {
    await tx.db.deleteFrom('account_credentials').where('account_id', '=', accountId).execute()
    await tx.db.deleteFrom('account_totp').where('account_id', '=', accountId).execute()
    await revokeAccountAccess(tx, accountId)
  }
  await claimMemberships(tx, accountId)
}

/** Assigns the unclaimed memberships of a verified address to its account. */
const claimMemberships = ({ db, now }: InstanceScope, accountId: string) =>
  sql`update members set account_id = accounts.id, joined_at = ${now}
      from accounts
      where accounts.id = ${accountId} and accounts.is_verified
        and members.account_id is null and not members.awaits_invitation and lower(members.email) = lower(accounts.email)`.execute(
    db,
  )

/** Revokes all sessions of an account, or all but one, and its pending second-factor challenges. */
export async function revokeAccountSessions(
  db: WriteScope['db'],
  accountId: string,
  exceptToken?: string,
): Promise<void> {
  await db
    .deleteFrom('account_sessions')
    .where('account_id', '=', accountId)
    .$if(exceptToken !== undefined, (query) => query.where('token', '!=', exceptToken!))
    .execute()
  await db.deleteFrom('account_challenges').where('value', '=', accountId).execute()
}

/** Disables a lost second factor, and revokes the account's sessions and apps. */
export async function disableSecondFactor(tx: InstanceScope, accountId: string): Promise<void> {
  const { db, now } = tx
  await db.deleteFrom('account_totp').where('account_id', '=', accountId).execute()
  await db.updateTable('accounts').set({ has_totp: false, updated_at: now }).where('id', '=', accountId).execute()
  await revokeAccountAccess(tx, accountId)
}

/** Revokes all sessions and app authorizations of a person who recovers an account. */
export async function revokeAccountAccess(tx: InstanceScope, accountId: string): Promise<void> {
  await revokeAccountSessions(tx.db, accountId)
  await endAuthorizationsOfAccount(tx, accountId)
}

/** Lists the accounts of the instance with the number of their workspaces, for the operator. */
export const listAccounts = (db: WriteScope['db']) =>
  db
    .selectFrom('accounts')
    .select([
      'id',
      'email',
      'name',
      'is_verified as isVerified',
      'has_totp as hasTotp',
      'last_seen_at as seenAt',
      'created_at as createdAt',
    ])
    .select((eb) =>
      eb
        .selectFrom('members')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('members.account_id', '=', 'accounts.id')
        .as('workspaces'),
    )
    .orderBy(sql`lower(email)`)
    .execute()
