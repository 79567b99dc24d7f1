import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { socketDirFor, startCluster } from '../../platform/db/embedded/cluster.ts'
import { resolveOsAccount } from '../../platform/db/embedded/os-account.ts'
import type { Interruptible } from '../copy.ts'
import { BackupError } from '../manifest.ts'
import { ownTree } from '../target-folder.ts'

/** Where a recovery stops: at the end of the backup, at a time (ISO 8601), or at the end of the archive. */
export type RecoveryTarget = { kind: 'backup' } | { kind: 'time'; at: string } | { kind: 'end' }

// A day of heavy writing takes minutes to replay.
const recoveryTimeoutMs = 6 * 3_600_000

/**
 * Starts a copy of the database once, so that PostgreSQL replays the write-ahead log in `pg_wal` up to the target, and
 * stops it again. The database then continues on a timeline of its own.
 * @returns when the last replayed transaction was committed; null if none was replayed
 * @throws {EarlyEndError} if the log ends before the target
 */
export async function recoverDatabase(
  dataDir: string,
  target: RecoveryTarget,
  { signal }: Interruptible = {},
): Promise<string | null> {
  const folder = join(dataDir, 'postgres')
  const account = await resolveOsAccount(folder)
  await writeFile(join(folder, 'recovery.signal'), '', { mode: 0o600 })
  await ownTree(folder, account)
  const socketDir = await socketDirFor(dataDir)
  try {
    const cluster = await startCluster(dataDir, socketDir, recoverySettings(target), recoveryTimeoutMs, signal).catch(
      (error: Error) => {
        throw describeEarlyEnd(error.message) ?? error
      },
    )
    try {
      return await readLastCommit(socketDir)
    } finally {
      await cluster.stop()
    }
  } finally {
    if (socketDir !== folder) await rm(socketDir, { recursive: true, force: true })
  }
}

function recoverySettings(target: RecoveryTarget): Record<string, string> {
  return {
    // Connections are refused until the recovery is complete, so a successful connection means success.
    hot_standby: 'off',
    // PostgreSQL requires a command. When it fails, PostgreSQL reads the log in pg_wal.
    restore_command: 'false',
    recovery_target_timeline: 'current',
    recovery_target_action: 'promote',
    ...(target.kind === 'backup' && { recovery_target: 'immediate' }),
    // PostgreSQL reads this before it loads the names of time zones.
    ...(target.kind === 'time' && { recovery_target_time: target.at.replace('T', ' ').replace('Z', '+00') }),
  }
}

/** Reports that the log in `pg_wal` ends before the target. */
export class EarlyEndError extends BackupError {}

/** Recognizes PostgreSQL's message that the log ends before the target. */
function describeEarlyEnd(log: string): EarlyEndError | null {
  if (!log.includes('recovery ended before configured recovery target was reached')) return null
  const [, last] = /last completed transaction was at log time (\S+ \S+)/.exec(log) ?? []
  return new EarlyEndError(
    `The archive ends before this time${last ? `: its last change was committed at ${new Date(last).toISOString()}` : ''}. ` +
      'To restore everything in it, use --at latest. A server archives the rest of its changes when it stops.',
  )
}

async function readLastCommit(socketDir: string): Promise<string | null> {
  const client = new pg.Client({ host: socketDir, user: 'heed', database: 'heed' })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ at: Date | null }>('select pg_last_xact_replay_timestamp() as at')
    return rows[0]!.at?.toISOString() ?? null
  } finally {
    await client.end()
  }
}
