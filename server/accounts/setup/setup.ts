import { sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import { invalid, type ProblemDetail } from '../../platform/problems.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { createWorkspace } from '../../workspaces/create.ts'
import { addAccountAsOwner } from '../../workspaces/owners.ts'
import { insertAccount } from '../accounts.ts'
import { generateToken, hashToken } from '../link-tokens.ts'
import type { AccountInput } from '../schema.ts'

/**
 * Makes the link that the first account is made with, while there is none; the one before is good no more.
 * @returns its address; null when there is an account.
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
  /** Workspaces without any member, which may be joined as their owner. */
  workspacesWithoutMembers: { workspaceId: string; slug: string; name: string }[]
}

/** What a set-up link offers; null when it is not, or no longer, good. Looking uses nothing up. */
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
      not(exists(selectFrom('members').select('id').whereRef('members.workspace_id', '=', 'workspaces.workspace_id'))),
    )
    .orderBy('slug')
    .limit(100)
    .execute()

type NewWorkspaceInput = Pick<AccountInput['setup'], 'workspaceName' | 'slug'>

const missingWorkspaceFields = ({ workspaceName, slug }: NewWorkspaceInput): ProblemDetail[] => [
  ...(workspaceName === undefined ? [{ path: '/workspaceName', message: 'is required' }] : []),
  ...(slug === undefined ? [{ path: '/slug', message: 'is required' }] : []),
]

/** Workspaces that the operator made for this address (--owner-email), which nobody has claimed yet. */
const hasUnclaimedMembership = async ({ db }: Database, email: string): Promise<boolean> =>
  (await db
    .selectFrom('members')
    .select('id')
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .where('account_id', 'is', null)
    .limit(1)
    .executeTakeFirst()) !== undefined

/**
 * What a set-up lacks for a workspace of one's own, so that it is told together with everything else that is wrong.
 * Nothing where none is needed, nor to who has no good link: whether an address is awaited is for its holder alone.
 */
export async function findMissingWorkspaceFields(
  database: Database,
  input: AccountInput['setup'],
): Promise<ProblemDetail[]> {
  const missing = missingWorkspaceFields(input)
  const isPartial = missing.length === 1
  if (missing.length === 0 || (!isPartial && (input.joinWorkspaces ?? []).length > 0)) return []
  if ((await inspectSetup(database, input.token)) === null) return []
  // PostgreSQL takes no text with this character; the schema refuses it.
  if (!isPartial && !input.email.includes('\0') && (await hasUnclaimedMembership(database, input.email))) return []
  return missing
}

/**
 * Makes the first account, with a workspace of its own or those that nobody is a member of, and uses up the link.
 * @returns the account and the workspace to begin with. @throws 400
 */
export async function redeemSetup(
  tx: Omit<WriteScope, 'workspaceId'>,
  input: AccountInput['setup'],
  passwordHash: string,
) {
  // Nobody makes an account in another way meanwhile; readers do not wait.
  await sql`lock table accounts in share row exclusive mode`.execute(tx.db)
  const used = await tx.db
    .deleteFrom('account_links')
    .where('hash', '=', hashToken(input.token))
    .where('purpose', '=', 'setup')
    .where(({ not, exists, selectFrom }) => not(exists(selectFrom('accounts').select('id'))))
    .returning('hash')
    .executeTakeFirst()
  if (!used) throw invalid([{ path: '/token', message: 'has been used, or was replaced by a newer one' }])

  const { email, name, joinWorkspaces = [] } = input
  const accountId = await insertAccount(tx, { email, name, isVerified: true, passwordHash })
  const owner = { accountId, email, memberId: newId() }
  // Workspaces that the operator made for this address (--owner-email) are theirs by now.
  const claimed = await tx.db
    .selectFrom('members')
    .select('workspace_id')
    .where('account_id', '=', accountId)
    .limit(1)
    .executeTakeFirst()
  const hasOther = claimed !== undefined || joinWorkspaces.length > 0
  const wantsOwn = input.workspaceName !== undefined || input.slug !== undefined || !hasOther
  const own = wantsOwn ? await createOwnWorkspace(tx, input, owner) : null
  const free = new Set((await listWorkspacesWithoutMembers(tx.db)).map(({ workspaceId }) => workspaceId))
  for (const [index, workspaceId] of joinWorkspaces.entries()) {
    if (!free.has(workspaceId)) {
      throw invalid([{ path: `/joinWorkspaces/${index}`, message: 'has members, who can invite you' }])
    }
    await addAccountAsOwner({ ...tx, workspaceId }, { ...owner, memberId: newId() })
  }
  return { accountId, workspaceId: own ?? joinWorkspaces[0] ?? claimed!.workspace_id }
}

async function createOwnWorkspace(
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
