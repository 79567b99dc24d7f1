import { sql } from 'kysely'
import type { Tables } from '../../../tables.ts'
import { prepared } from '../../db/prepared.ts'
import type { Detail } from '../../problems.ts'
import { problem } from '../../problems.ts'
import type { WriteScope } from '../../scope.ts'

/** Contract §9: visible ASCII. */
export const idempotencyKey = /^[\x21-\x7e]{1,255}$/

export const idempotencyKeyProblem = (value: string): Detail[] =>
  idempotencyKey.test(value)
    ? []
    : [{ path: 'header.Idempotency-Key', message: 'must be 1 to 255 visible ASCII characters without spaces' }]

export interface StoredReply {
  status: number
  body: string
}

/** What a key stands for: it means nothing to another workspace, method or path. */
export interface Claim {
  operation: string
  key: string
}

/**
 * Claims the key for this transaction. The lock ends with the transaction however that ends, so a process that dies
 * frees the key; the record commits with the effect, so a key is never used up by something that did not happen.
 * @returns the stored reply when the work has been done before.
 * @throws 409 `in_progress` while another transaction holds the key.
 */
export async function claimKey(scope: WriteScope, { operation, key }: Claim): Promise<StoredReply | null> {
  const name = `${scope.workspaceId} ${operation} ${key}`
  // Two statements, sent together: the second must see what was committed before the lock was had.
  const [[lock], [stored]] = await Promise.all([
    tryLock(scope.db, { name }),
    storedReply(scope.db, { workspaceId: scope.workspaceId, operation, key }),
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
const heldSeconds = 20

/**
 * Claims the key beyond this transaction, for work in several. It is free again with `releaseKey`, or in 20 seconds
 * when the process died: by the database's clock, which all processes share.
 * @returns the stored reply when the work has been done before.
 * @throws 409 `in_progress` while somebody else holds the key.
 */
export async function holdKey(scope: WriteScope, claim: HeldClaim): Promise<StoredReply | null> {
  const before = await claimKey(scope, claim)
  if (before) return before
  const { operation, key, holder } = claim
  const until = sql<string>`clock_timestamp() + make_interval(secs => ${heldSeconds})`
  const held = await scope.db
    .insertInto('idempotency_claims')
    .values({ workspace_id: scope.workspaceId, operation, key, holder, held_until: until })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'operation', 'key'])
        .doUpdateSet({ held_until: until, holder })
        .where('idempotency_claims.held_until', '<', sql<string>`clock_timestamp()`),
    )
    .returning('key')
    .executeTakeFirst()
  if (!held) throw inProgress()
  // Who held it may have stored its reply and let go after the first look, and then the claim was free.
  const [after] = await storedReply(scope.db, { workspaceId: scope.workspaceId, operation, key })
  if (after) releaseKey(scope, claim)
  return after ?? null
}

/** A claim that outlasts a transaction, and who made it. */
export interface HeldClaim extends Claim {
  holder: string
}

/** Lets go of a key that this holder has claimed. */
export function releaseKey({ db, workspaceId, defer }: WriteScope, { operation, key, holder }: HeldClaim): void {
  defer(
    db
      .deleteFrom('idempotency_claims')
      .where('workspace_id', '=', workspaceId)
      .where('operation', '=', operation)
      .where('key', '=', key)
      .where('holder', '=', holder)
      .execute(),
  )
}

const tryLock = prepared((db, { name }: { name: string }) =>
  db.selectNoFrom(sql<boolean>`pg_try_advisory_xact_lock(hashtextextended(${name}, 0))`.as('is_ours')),
)

const storedReply = prepared((db, { workspaceId, operation, key }: { workspaceId: string } & Claim) =>
  db
    .selectFrom('idempotency_records')
    .select(['status', 'body'])
    .where('workspace_id', '=', workspaceId)
    .where('operation', '=', operation)
    .where('key', '=', key),
)

/** Keeps the reply under its key. Committed with the effect, or not at all. */
export function storeReply(scope: WriteScope, { operation, key }: Claim, { status, body }: StoredReply): void {
  const { db, workspaceId, now } = scope
  scope.defer(insertReply(db, { workspace_id: workspaceId, operation, key, status, body, created_at: now }))
}

const insertReply = prepared((db, record: Tables['idempotency_records']) =>
  db.insertInto('idempotency_records').values(record),
)
