import { sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import { invalid, type ProblemDetail } from '../../platform/problems.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { createWorkspace } from '../../workspaces/create.ts'
import { addAccountAsOwner } from '../../workspaces/owners.ts'
import { generateToken, hashToken } from '../link-tokens.ts'
import type { AccountInput } from '../schema.ts'
import { insertAccount } from '../store.ts'

/**
 * Creates the setup link for the first account of the instance and invalidates the previous one.
 * @returns its URL, or null if an account exists.
 */
export async function ensureSetupLink(
  { db }: Database,
  publicUrl: string,
  clock: () => string,
): Promise<string | null> {
  const token = generateToken()
  const { rows } = await sql`
    insert into account_links (hash, purpose, verifies_email, created_at)
    select ${hashToken(token)}, 'setup', true, ${clock()} where not exists (select from accounts)
    on conflict (purpose) where purpose = 'setup' do update set hash = excluded.hash, created_at = excluded.created_at
    returning 1`.execute(db)
  return rows.length === 0 ? null : `${publicUrl}/console/setup/${token}`
}

export async function hasAccounts({ db }: Database): Promise<boolean> {
  return (await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst()) !== undefined
}

export interface SetupOffer {
  /** Workspaces that have no members, so that the first account can join them as an owner. */
  workspacesWithoutMembers: { workspaceId: string; slug: string; name: string }[]
}

/** Returns what a setup link offers, or null if the link is invalid. Does not use up the link. */
export async function inspectSetup({ db }: Database, token: string): Promise<SetupOffer | null> {
  const link = await db
    .selectFrom('account_links')
    .select('hash')
    .where('hash', '=', hashToken(token))
    .where('purpose', '=', 'setup')
    .where(({ not, exists, selectFrom }) => not(exists(selectFrom('accounts').select('id'))))
    .executeTakeFirst()
  return link ? { workspacesWithoutMembers: await listWorkspacesWithoutMembers(db) } : null
}

const listWorkspacesWithoutMembers = (db: WriteScope['db']) =>
  db
    .selectFrom('workspaces')
    .select(['workspace_id as workspaceId', 'slug', 'name'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('members')
            .select('id')
            .whereRef('members.workspace_id', '=', 'workspaces.workspace_id')
            .where('members.awaits_invitation', '=', false),
        ),
      ),
    )
    .orderBy('slug')
    .limit(100)
    .execute()

type NewWorkspaceInput = Pick<AccountInput['setup'], 'workspaceName' | 'slug'>

const missingWorkspaceFields = ({ workspaceName, slug }: NewWorkspaceInput): ProblemDetail[] => [
  ...(workspaceName === undefined ? [{ path: '/workspaceName', message: 'is required', code: 'required' }] : []),
  ...(slug === undefined ? [{ path: '/slug', message: 'is required', code: 'required' }] : []),
]

/** Returns whether a workspace was created for this address (--owner-email) and its membership is unclaimed. */
const hasUnclaimedMembership = async ({ db }: Database, email: string): Promise<boolean> =>
  (await db
    .selectFrom('members')
    .select('id')
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .where('account_id', 'is', null)
    .where('awaits_invitation', '=', false)
    .limit(1)
    .executeTakeFirst()) !== undefined

/**
 * Returns the missing workspace fields of a setup form, so that they are reported together with all other errors.
 * Returns none if no new workspace is needed, or if the link is invalid: only the holder of a valid link may learn
 * whether an address has an unclaimed membership.
 */
export async function findMissingWorkspaceFields(
  database: Database,
  input: AccountInput['setup'],
): Promise<ProblemDetail[]> {
  const missing = missingWorkspaceFields(input)
  const isPartial = missing.length === 1
  if (missing.length === 0 || (!isPartial && (input.joinWorkspaces ?? []).length > 0)) return []
  if ((await inspectSetup(database, input.token)) === null) return []
  // PostgreSQL does not accept NUL in text; the schema rejects it later.
  if (!isPartial && !input.email.includes('\0') && (await hasUnclaimedMembership(database, input.email))) return []
  return missing
}

/**
 * Creates the first account with a new workspace, with workspaces that have no members, or both, and uses up the link.
 * @returns the account and the workspace to open first. @throws 400
 */
export async function redeemSetup(
  tx: Omit<WriteScope, 'workspaceId'>,
  input: AccountInput['setup'],
  passwordHash: string,
) {
  // Prevents other transactions from creating accounts in the meantime, without blocking readers.
  await sql`lock table accounts in share row exclusive mode`.execute(tx.db)
  const used = await tx.db
    .deleteFrom('account_links')
    .where('hash', '=', hashToken(input.token))
    .where('purpose', '=', 'setup')
    .where(({ not, exists, selectFrom }) => not(exists(selectFrom('accounts').select('id'))))
    .returning('hash')
    .executeTakeFirst()
  if (!used)
    throw invalid([{ path: '/token', message: 'has been used or replaced by a newer link', code: 'expired-link' }])

  const { email, name, joinWorkspaces = [] } = input
  const accountId = await insertAccount(tx, { email, name, isVerified: true, passwordHash })
  const owner = { accountId, email, memberId: newId() }
  // Inserting the account has claimed the workspaces that were created for this address (--owner-email).
  const claimed = await tx.db
    .selectFrom('members')
    .select('workspace_id')
    .where('account_id', '=', accountId)
    .limit(1)
    .executeTakeFirst()
  const hasOtherWorkspace = claimed !== undefined || joinWorkspaces.length > 0
  const needsNewWorkspace = input.workspaceName !== undefined || input.slug !== undefined || !hasOtherWorkspace
  const newWorkspaceId = needsNewWorkspace ? await createNewWorkspace(tx, input, owner) : null
  const joinable = new Set((await listWorkspacesWithoutMembers(tx.db)).map(({ workspaceId }) => workspaceId))
  for (const [index, workspaceId] of joinWorkspaces.entries()) {
    if (!joinable.has(workspaceId)) {
      throw invalid([
        {
          path: `/joinWorkspaces/${index}`,
          message: 'already has members; ask them for an invitation',
          code: 'has-members',
        },
      ])
    }
    await addAccountAsOwner({ ...tx, workspaceId }, { ...owner, memberId: newId() })
  }
  return { accountId, workspaceId: newWorkspaceId ?? joinWorkspaces[0] ?? claimed!.workspace_id }
}

async function createNewWorkspace(
  tx: Omit<WriteScope, 'workspaceId'>,
  input: NewWorkspaceInput,
  owner: { accountId: string; email: string; memberId: string },
): Promise<string> {
  const missing = missingWorkspaceFields(input)
  if (missing.length > 0) throw invalid(missing)
  const { id } = await createWorkspace(tx, { name: input.workspaceName!, slug: input.slug! })
  await addAccountAsOwner({ ...tx, workspaceId: id }, owner)
  return id
}
