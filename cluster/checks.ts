import type { Audit } from './load.ts'
import type { ReplicaReaders } from './replica-readers.ts'
import type { Reporter } from './step.ts'

/**
 * The longest time without acknowledged writes, in ms. Patroni needs 20 seconds of it to detect that a primary has
 * failed.
 */
export const maxOutageMs = 30_000

/** Checks that no acknowledged write is missing or stored twice. */
export function checkWrites({ check }: Reporter, { lost, doubled }: Audit): void {
  check('no acknowledged write is lost', lost === 0, `${lost} lost`)
  check('no write is duplicated', doubled === 0, `${doubled} duplicated`)
}

/** Checks the creates that were sent again with their idempotency keys. */
export function checkReplays({ check }: Reporter, { changed, replayed }: Audit): void {
  check(
    'a create that is sent again gets its first response',
    changed === 0,
    `${replayed} sent again, ${changed} changed`,
  )
}

/** Checks that every read from a replica was answered. */
export function checkReplicaReads({ check }: Reporter, { succeeded, failures, longestGapMs }: ReplicaReaders): void {
  check(
    'reads from replicas are never interrupted',
    failures.length === 0,
    `${succeeded} reads, ${failures.length} failed, longest pause ${longestGapMs} ms` +
      (failures.length > 0 ? `: ${[...new Set(failures)].join('; ')}` : ''),
  )
}
