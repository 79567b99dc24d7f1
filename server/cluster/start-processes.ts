import { startArchiverIfSet } from '../backup/archive/archiver.ts'
import { readInstanceState } from '../instance-state.ts'
import { loadSecretKey } from '../platform/crypto/secret-key.ts'
import { openInstanceDatabase } from '../platform/db/open-instance-database.ts'
import { countForMembers } from '../platform/http/rate-limits/cluster-windows.ts'
import type { Log } from '../platform/log.ts'
import type { Settings } from '../platform/settings.ts'
import { version } from '../platform/version.ts'
import type { RunningServer } from '../start-server.ts'
import { type ClusterMember, workerName } from './member.ts'
import { collectMetricsForMembers } from './metrics.ts'
import { superviseProcesses } from './supervise.ts'

// For the setup link and the lock of the database's migrations.
const poolSize = 2

/**
 * Starts the database, then several web processes on one port and one worker. This process only supervises them, counts
 * rate limits for all, and stops the database at the end.
 * @throws if the database or the port cannot be used
 */
export async function startProcesses(settings: Settings, log: Log): Promise<RunningServer> {
  const database = await openInstanceDatabase(settings, { role: 'server', title: 'npm start', poolSize, log })
  try {
    // If there is no key yet, this creates it. Otherwise, several processes could each create one.
    await loadSecretKey(settings.secretKey, settings.dataDir)
    countForMembers()
    collectMetricsForMembers()
    const supervisor = superviseProcesses(listMembers(settings, database.target), log, settings.drainSeconds)
    const port = await supervisor.listening.catch(async (error) => {
      await supervisor.stop()
      throw error
    })
    const address = addressOf(settings.host, port)
    await database.publishAddress(address)
    const archiver = startArchiverIfSet(settings, database, log)
    const state = await readInstanceState(database, settings, address)
    log.info({ address, version, pid: process.pid, webProcesses: settings.webProcesses }, 'started')
    const stop = async () => {
      log.info('stopping')
      await Promise.all([supervisor.stop(), archiver?.stop()])
      await database.close()
      log.info('stopped')
    }
    return { address, ...state, stop, lost: database.lost }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Returns the address to open on this machine. */
export const addressOf = (host: string, port: number): string =>
  `http://${host === '0.0.0.0' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host}:${port}`

function listMembers({ webProcesses, role }: Settings, target: object): ClusterMember[] {
  const socketDir = 'socketDir' in target ? (target.socketDir as string) : null
  const names = Array.from({ length: webProcesses }, (_, index) => `web-${index + 1}`)
  return [...names, ...(role === 'web' ? [] : [workerName])].map((name) => ({ name, socketDir }))
}
