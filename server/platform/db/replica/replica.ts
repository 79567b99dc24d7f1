import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import type { Log } from '../../log.ts'
import { isDatabaseUnavailable } from '../unavailable.ts'
import { Freshness } from './freshness.ts'

/** A second database server that replays the changes of the first one. */
export interface Replica {
  pool: Pool
  /** The most that reads may be behind, in seconds. */
  maxLagSeconds: number
  /** Whether reads may use it now. */
  readonly isInUse: boolean
  /** How old its contents may be, in seconds. Infinite while unknown. */
  readonly lagSeconds: number
  /** Leaves it out until it answers again, because a statement failed there. */
  suspend(): void
  /** Notes that the primary did not answer, until it does again. */
  losePrimary(): void
  /** Resolves when the first probe has ended. */
  probed: Promise<void>
  close(): Promise<void>
}

interface ReplicaOptions {
  /** For reads. */
  pool: Pool
  /** With one connection each, so that probes do not wait for reads. */
  primaryProbe: Pool
  replicaProbe: Pool
  maxLagSeconds: number
  log: Log
}

const intervalMs = 1_000
// Several missed probes, since a busy process may be late with one or two.
const silenceMs = 5_000

interface Position {
  position: string
  system: string
  is_replica: boolean
}

const readPosition = `
  select pg_is_in_recovery() as is_replica, (select system_identifier from pg_control_system())::text as system,
    (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end - '0/0')::text as position`

/**
 * Watches a replica. It is used while it answers, is in recovery, and is at most `maxLagSeconds` behind, and
 * left out otherwise.
 *
 * While the primary does not answer, the lag of the replica is unknown, and this process cannot write. The replica then
 * stays in use if it was in use at the last answer, so that pages survive a failover.
 */
export function watchReplica({ pool, primaryProbe, replicaProbe, maxLagSeconds, log }: ReplicaOptions): Replica {
  const freshness = new Freshness()
  const stopping = new AbortController()
  const clients = new Set<PoolClient>()
  pool.on('connect', (client) => clients.add(client))
  pool.on('remove', (client) => clients.delete(client))
  let answeredAt = Number.NEGATIVE_INFINITY
  let isReplica = false
  let isPrimaryLost = false
  let primaryAskedAt = Number.NEGATIVE_INFINITY
  let wasInUse: boolean | null = null

  const lagMs = (): number =>
    freshness.asOf === null ? Infinity : (isPrimaryLost ? primaryAskedAt : performance.now()) - freshness.asOf
  const isInUse = (): boolean =>
    isReplica && performance.now() - answeredAt <= silenceMs && lagMs() <= maxLagSeconds * 1_000

  const read = async (probe: Pool): Promise<Position> => (await probe.query<Position>(readPosition)).rows[0]!

  /** Asks the replica. Keeps only a connection to a replica of this primary: behind a proxy, the next one may lead elsewhere. */
  const readReplica = async (system: string | undefined): Promise<Position> => {
    const client = await replicaProbe.connect()
    let isKept = false
    try {
      const position = (await client.query<Position>(readPosition)).rows[0]!
      isKept = position.is_replica && (system ?? position.system) === position.system
      return position
    } finally {
      client.release(!isKept)
    }
  }

  const probe = async () => {
    const at = performance.now()
    const primary = await read(primaryProbe).catch((error) => {
      // A primary that is only slow still accepts writes.
      if (isDatabaseUnavailable(error)) isPrimaryLost = true
      return null
    })
    if (primary !== null) {
      isPrimaryLost = false
      primaryAskedAt = at
    }
    if (primary?.is_replica === false) freshness.addPrimary(at, BigInt(primary.position))
    const replica = await readReplica(primary?.system).catch(() => null)
    if (replica !== null) {
      const isSame = primary === null ? isReplica : replica.system === primary.system
      isReplica = replica.is_replica && isSame
      if (isReplica) {
        freshness.addReplica(BigInt(replica.position))
      } else {
        freshness.reset()
        closeIdle(pool).catch(() => {})
      }
      answeredAt = performance.now()
    } else if (performance.now() - answeredAt > silenceMs) {
      // Otherwise, statements would wait for a server that vanished without closing its connections.
      for (const client of clients) destroy(client)
    }
    if (isInUse() === wasInUse) return
    wasInUse = isInUse()
    const lagSeconds = Math.round(lagMs() / 100) / 10
    if (wasInUse) log.info({ lagSeconds }, 'reads use the replica')
    else log.warn({ lagSeconds, isReplica, answers: replica !== null }, 'reads do not use the replica')
  }

  const first = probe()
  const loop = async () => {
    await first
    while (!stopping.signal.aborted) {
      await sleep(intervalMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
      if (!stopping.signal.aborted) await probe()
    }
  }
  const running = loop()

  return {
    pool,
    maxLagSeconds,
    get isInUse() {
      return isInUse()
    },
    get lagSeconds() {
      return lagMs() / 1_000
    },
    suspend() {
      answeredAt = Number.NEGATIVE_INFINITY
    },
    losePrimary() {
      isPrimaryLost = true
    },
    probed: first,
    async close() {
      stopping.abort()
      await running
      await Promise.all([pool.end(), primaryProbe.end(), replicaProbe.end()])
    },
  }
}

/** Closes the idle connections of a pool, because they may lead to a server that is no longer a replica. */
async function closeIdle(pool: Pool): Promise<void> {
  for (let left = pool.idleCount; left > 0; left--) (await pool.connect()).release(true)
}

const destroy = (client: PoolClient): void =>
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
