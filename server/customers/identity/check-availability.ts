import { sql } from 'kysely'
import { invalid } from '../../platform/problems.ts'
import type { Scope } from '../../platform/scope.ts'

interface RequestedIdentity {
  email?: string | null | undefined
  externalId?: string | null | undefined
}

/**
 * Rejects an email or external id that another customer has. A unique index catches a customer who takes it between
 * this check and the write; the transaction is then retried.
 * @param ownId the customer to leave out of the check, null for a new one @throws 400 for each conflicting field
 */
export async function checkIdentityAvailable(
  { db, workspaceId }: Scope,
  identity: RequestedIdentity,
  ownId: string | null,
): Promise<void> {
  const { email = null, externalId = null } = identity
  const { rows } = await sql<{ is_email: boolean | null; is_external_id: boolean | null }>`
    select bool_or(lower(email) = lower(${email}::text)) as is_email,
      bool_or(external_id = ${externalId}::text) as is_external_id
    from customers where workspace_id = ${workspaceId} and id is distinct from ${ownId}::uuid
      and (lower(email) = lower(${email}::text) or external_id = ${externalId}::text)`.execute(db)
  const { is_email, is_external_id } = rows[0]!
  const reason = { message: 'belongs to another customer', code: 'taken' }
  const details = [
    ...(is_email ? [{ path: '/email', ...reason }] : []),
    ...(is_external_id ? [{ path: '/externalId', ...reason }] : []),
  ]
  if (details.length > 0) throw invalid(details)
}
