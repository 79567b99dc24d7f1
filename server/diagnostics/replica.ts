import { type Database, withReplica } from '../platform/db/database.ts'
import { createLog } from '../platform/log.ts'
import type { Settings } from '../platform/settings.ts'
import { createFindings, type Finding } from './finding.ts'

const { ok, warning } = createFindings('replica')

/** Checks whether reads may use the replica, if there is one. Reads use the primary otherwise, so nothing is a problem. */
export async function checkReplica(
  database: Database,
  { databaseReadUrl: url, databaseReadMaxLagSeconds: maxLagSeconds }: ReplicaSettings,
): Promise<Finding[]> {
  if (url === null) return []
  const replica = database.replica ?? (await watchBriefly(database, url, maxLagSeconds))
  if (replica.isInUse) return [ok('The replica at DATABASE_READ_URL answers and keeps up.')]
  const advice =
    'Reads use the primary. Check that it runs, is a replica of DATABASE_URL and keeps up (docs/operations/replicas.md).'
  return [warning('The replica at DATABASE_READ_URL is not in use.', advice)]
}

export type ReplicaSettings = Pick<Settings, 'databaseReadUrl' | 'databaseReadMaxLagSeconds'>

/** Probes the replica once, for commands. */
async function watchBriefly(database: Database, url: string, maxLagSeconds: number): Promise<{ isInUse: boolean }> {
  const watched = await withReplica(database, { url, maxLagSeconds }, { size: 1, log: createLog('silent') })
  const { isInUse } = watched.replica
  await watched.replica.close()
  return { isInUse }
}
