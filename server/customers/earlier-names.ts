import { sql } from 'kysely'
import { isTeam, permit } from '../platform/authorization.ts'
import { newId } from '../platform/ids.ts'
import { invalid } from '../platform/problems.ts'
import type { Scope, WriteScope } from '../platform/scope.ts'
import { customerNameMessages } from './messages.ts'

/** Who changed a name: the customer, the team, or the product with a signed token. */
export type NameChanger = 'customer' | 'team' | 'token'

/** A name that a customer had before. */
export interface EarlierName {
  id: string
  /** Null if they had none. */
  name: string | null
  changedBy: NameChanger
  /** When it was replaced. */
  at: string
}

// Enough to correct a mistake twice. A new name appears on everything that the customer has written.
const maxChangesPerDay = 5

/** Rejects a customer's change of their own name beyond the limit. The caller has locked the customer. @throws 400 */
export async function assertMayRename({ db, workspaceId, now }: WriteScope, customerId: string): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from customer_names
    where workspace_id = ${workspaceId} and customer_id = ${customerId} and changed_by = 'customer'
      and created_at > ${now}::timestamptz - interval '1 day'`.execute(db)
  if (rows[0]!.count < maxChangesPerDay) return
  throw invalid([{ path: '/name', message: customerNameMessages.tooOften({ limit: maxChangesPerDay }) }])
}

/** Stores the name that is being replaced, so that the team can tell who wrote earlier comments. */
export function recordEarlierName(
  tx: Pick<WriteScope, 'db' | 'workspaceId' | 'now' | 'defer'>,
  customerId: string,
  name: string | null,
  changedBy: NameChanger,
): void {
  const { db, workspaceId, now } = tx
  tx.defer(
    db
      .insertInto('customer_names')
      .values({
        workspace_id: workspaceId,
        id: newId(),
        customer_id: customerId,
        name,
        changed_by: changedBy,
        created_at: now,
      })
      .execute(),
  )
}

const listed = 20

/** Lists a customer's earlier names, newest first. @throws 403 for anyone but the team */
export async function listEarlierNames({ db, workspaceId, actor }: Scope, customerId: string): Promise<EarlierName[]> {
  permit(isTeam(actor))
  const { rows } = await sql<EarlierName>`
    select id, name, changed_by as "changedBy", created_at as at from customer_names
    where workspace_id = ${workspaceId} and customer_id = ${customerId}
    order by created_at desc, id desc limit ${listed}`.execute(db)
  return rows
}
