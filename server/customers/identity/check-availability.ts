import { sql } from 'kysely'
import { invalid } from '../../platform/problems.ts'
import type { Scope } from '../../platform/scope.ts'

interface RequestedIdentity {
  email?: string | null | undefined
  externalId?: string | null | undefined
}

/**
 * Whoever takes one of the two between this look and the write wins by a unique index, and this is run again.
 * @param ownId the customer who may have them.
 * @throws 400 naming each that another customer has.
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
  const message = 'belongs to another customer'
  const details = [
    ...(is_email ? [{ path: '/email', message }] : []),
    ...(is_external_id ? [{ path: '/externalId', message }] : []),
  ]
  if (details.length > 0) throw invalid(details)
}
