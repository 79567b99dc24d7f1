import { sql } from 'kysely'
import type { Tables } from '../../../tables.ts'
import { prepared } from '../../db/prepared.ts'
import type { ProblemDetail } from '../../problems.ts'
import { problem } from '../../problems.ts'
import type { WriteScope } from '../../scope.ts'

/** Contract §9: visible ASCII. */
export const idempotencyKeyPattern = /^[\x21-\x7e]{1,255}$/

export const validateIdempotencyKey = (value: string): ProblemDetail[] =>
  idempotencyKeyPattern.test(value)
    ? []
    : [{ path: 'header.Idempotency-Key', message: 'must be 1 to 255 visible ASCII characters without spaces' }]

export interface StoredResponse {
  status: number
  body: string
}

/** What a key stands for: it means nothing to another workspace, method or path. */
export interface IdempotencyClaim {
  operation: string
  key: string
}

/**
 * Claims the key for this transaction. The lock ends with the transaction however that ends, so a process that dies
 * frees the key; the record commits with the effect, so a key is never used up by something that did not happen.
 * @returns the stored reply when the work has been done before.
 * @throws 409 `in_progress` while another transaction holds the key.
 */
export async function claimIdempotencyKey(
  scope: WriteScope,
  { operation, key }: IdempotencyClaim,
): Promise<StoredResponse | null> {
  const name = `${scope.workspaceId} ${operation} ${key}`
  // Two statements, sent together: the second must see what was committed before the lock was had.
  const [[lock], [stored]] = await Promise.all([
    tryLock(scope.db, { name }),
    selectStoredResponse(scope.db, { workspaceId: scope.workspaceId, operation, key }),
  ])
  if (stored) return stored
  if (!lock?.is_ours) throw inProgress()
  return null
}

const inProgress = () =>
  problem('in_progress', 'A request with this idempotency key is still running. Retry with the same key.', {
    headers: { 'retry-after': '1' },
  })

// An operation in phases ends within ten seconds (http/phases.ts); twice that is for a slow machine.
const leaseSeconds = 20

/**
 * Claims the key beyond this transaction, for work in several. It is free again with `releaseKey`, or in 20 seconds
 * when the process died: by the database's clock, which all processes share.
 * @returns the stored reply when the work has been done before.
 * @throws 409 `in_progress` while somebody else holds the key.
 */
export async function leaseIdempotencyKey(scope: WriteScope, claim: IdempotencyLease): Promise<StoredResponse | null> {
  const before = await claimIdempotencyKey(scope, claim)
  if (before) return before
  const { operation, key, leaseId: lease_id } = claim
  const until = sql<string>`clock_timestamp() + make_interval(secs => ${leaseSeconds})`
  const held = await scope.db
    .insertInto('idempotency_leases')
    .values({ workspace_id: scope.workspaceId, operation, key, lease_id, leased_until: until })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'operation', 'key'])
        .doUpdateSet({ leased_until: until, lease_id })
        .where('idempotency_leases.leased_until', '<', sql<string>`clock_timestamp()`),
    )
    .returning('key')
    .executeTakeFirst()
  if (!held) throw inProgress()
  // Who held it may have stored its reply and let go after the first look, and then the claim was free.
  const [after] = await selectStoredResponse(scope.db, { workspaceId: scope.workspaceId, operation, key })
  if (after) releaseIdempotencyKey(scope, claim)
  return after ?? null
}

/** A claim that outlasts a transaction, and who made it. */
export interface IdempotencyLease extends IdempotencyClaim {
  leaseId: string
}

/** Lets go of a key that this holder has claimed. */
export function releaseIdempotencyKey(
  { db, workspaceId, defer }: WriteScope,
  { operation, key, leaseId }: IdempotencyLease,
): void {
  defer(
    db
      .deleteFrom('idempotency_leases')
      .where('workspace_id', '=', workspaceId)
      .where('operation', '=', operation)
      .where('key', '=', key)
      .where('lease_id', '=', leaseId)
      .execute(),
  )
}

const tryLock = prepared((db, { name }: { name: string }) =>
  db.selectNoFrom(sql<boolean>`pg_try_advisory_xact_lock(hashtextextended(${name}, 0))`.as('is_ours')),
)

const selectStoredResponse = prepared(
  (db, { workspaceId, operation, key }: { workspaceId: string } & IdempotencyClaim) =>
    db
      .selectFrom('idempotency_records')
      .select(['status', 'body'])
      .where('workspace_id', '=', workspaceId)
      .where('operation', '=', operation)
      .where('key', '=', key),
)

/** Keeps the reply under its key. Committed with the effect, or not at all. */
export function storeResponse(
  scope: WriteScope,
  { operation, key }: IdempotencyClaim,
  { status, body }: StoredResponse,
): void {
  const { db, workspaceId, now } = scope
  scope.defer(insertResponse(db, { workspace_id: workspaceId, operation, key, status, body, created_at: now }))
}

const insertResponse = prepared((db, record: Tables['idempotency_records']) =>
  db.insertInto('idempotency_records').values(record),
)
