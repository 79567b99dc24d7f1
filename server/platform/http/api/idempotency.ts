import { sql } from 'kysely'
import type { Tables } from '../../../tables.ts'
import { prepared } from '../../db/prepared.ts'
import { requireThat } from '../../db/require.ts'
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

/** One idempotent request. The same key on another method or path, or in another workspace, is another request. */
export interface IdempotencyClaim {
  operation: string
  key: string
}

/**
 * Claims the key for this transaction with an advisory lock, which ends with the transaction, so a process that dies
 * frees the key. The record commits together with the effect, so a failed request never uses up its key.
 * @returns the stored response of an earlier request with this key, or null.
 * @throws 409 `in_progress` while another transaction holds the key.
 */
export async function claimIdempotencyKey(
  scope: WriteScope,
  { operation, key }: IdempotencyClaim,
): Promise<StoredResponse | null> {
  const claim = { workspaceId: scope.workspaceId, operation, key }
  // Two statements, sent together: the second must see everything committed before the lock was acquired.
  const [[lock], [stored]] = await Promise.all([
    tryLock(scope.db, { name: lockNameOf(claim) }),
    selectStoredResponse(scope.db, claim),
  ])
  if (stored) return stored
  if (!lock?.is_acquired) throw inProgress()
  return null
}

/** Claims the key like `claimIdempotencyKey`, but fails the transaction with `requireThat` if it is held or has a response. */
export function requireUnusedKey({ db, workspaceId, defer }: WriteScope, { operation, key }: IdempotencyClaim): void {
  const claim = { workspaceId, operation, key }
  defer(requireLock(db, { name: lockNameOf(claim) }))
  defer(requireNoResponse(db, claim))
}

const inProgress = () =>
  problem('in_progress', 'A request with this idempotency key is still running. Retry with the same key.', {
    headers: { 'retry-after': '1' },
  })

// A multi-step operation ends within ten seconds. A lease lasts twice as long, to allow for a slow machine.
const leaseSeconds = 20

/**
 * Leases the key beyond this transaction, for an operation with several. `releaseIdempotencyKey` ends the lease. If the
 * process dies, the lease expires after 20 seconds, by the database's clock, which all processes share.
 * @returns the stored response of an earlier request with this key, or null.
 * @throws 409 `in_progress` while another request holds the key.
 */
export async function leaseIdempotencyKey(scope: WriteScope, claim: IdempotencyLease): Promise<StoredResponse | null> {
  const earlier = await claimIdempotencyKey(scope, claim)
  if (earlier) return earlier
  const { operation, key, leaseId: lease_id } = claim
  const until = sql<string>`clock_timestamp() + make_interval(secs => ${leaseSeconds})`
  const lease = await scope.db
    .insertInto('idempotency_leases')
    .values({ workspace_id: scope.workspaceId, operation, key, lease_id, leased_until: until })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'operation', 'key'])
        .doUpdateSet({ leased_until: sql`excluded.leased_until`, lease_id })
        // The new lease ends `leaseSeconds` from now, so the old one has expired if it ends more than `leaseSeconds`
        // earlier.
        .where(
          sql<boolean>`extract(epoch from excluded.leased_until - idempotency_leases.leased_until) > ${leaseSeconds}`,
        ),
    )
    .returning('key')
    .executeTakeFirst()
  if (!lease) throw inProgress()
  // The previous holder may have stored its response and released the key after the first lookup.
  const [after] = await selectStoredResponse(scope.db, { workspaceId: scope.workspaceId, operation, key })
  if (after) releaseIdempotencyKey(scope, claim)
  return after ?? null
}

/** A claim that outlives a transaction, with the id of its owner. */
export interface IdempotencyLease extends IdempotencyClaim {
  leaseId: string
}

/** Releases a key if this lease still holds it. */
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

const acquiredLock = (name: string) => sql<boolean>`pg_try_advisory_xact_lock(hashtextextended(${name}, 0))`

const tryLock = prepared((db, { name }: { name: string }) => db.selectNoFrom(acquiredLock(name).as('is_acquired')))

const requireLock = prepared((db, { name }: { name: string }) =>
  db.selectNoFrom(requireThat(acquiredLock(name)).as('required')),
)

type StoredClaim = IdempotencyClaim & { workspaceId: string }

const lockNameOf = ({ workspaceId, operation, key }: StoredClaim): string => `${workspaceId} ${operation} ${key}`

const recordOf = (db: WriteScope['db'], { workspaceId, operation, key }: StoredClaim) =>
  db
    .selectFrom('idempotency_records')
    .where('workspace_id', '=', workspaceId)
    .where('operation', '=', operation)
    .where('key', '=', key)

const selectStoredResponse = prepared((db, claim: StoredClaim) => recordOf(db, claim).select(['status', 'body']))

const requireNoResponse = prepared((db, claim: StoredClaim) =>
  db.selectNoFrom(requireThat(sql<boolean>`not exists (${recordOf(db, claim).select('status')})`).as('required')),
)

/** Stores the response under its key. It commits with the effect or not at all. */
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
