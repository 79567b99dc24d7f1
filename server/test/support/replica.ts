import { chmod, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import pg from 'pg'
import { backUpDatabaseFolder } from '../../backup/physical/back-up-database.ts'
import { ownTree } from '../../backup/target-folder.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { type Cluster, startCluster } from '../../platform/db/embedded/cluster.ts'
import { resolveOsAccount } from '../../platform/db/embedded/os-account.ts'
import { createLog } from '../../platform/log.ts'
import { newDataDir } from '../instance/test-instance.ts'

/** A database server and its streaming replica. They are stopped after the file. */
export interface Replication {
  primarySocketDir: string
  replicaSocketDir: string
  primary: Cluster
  /** Runs a statement on the replica. */
  onReplica(statement: string): Promise<Record<string, unknown>[]>
  /** Returns what the replica has logged, such as each statement that tried to write there. */
  replicaLog(): Promise<string>
  /** Ends the replica like a crash, and starts it again. */
  killReplica(): Promise<void>
  startReplica(): Promise<void>
}

// The processes of both servers have the same account, which can reach this folder.
async function newSocketDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pg-'))
  await chmod(folder, 0o755)
  return folder
}

/** Starts a server with an empty database, and a replica that is a copy of its files. */
export async function startReplication(): Promise<Replication> {
  const [primaryFolder, replicaFolder] = [await newDataDir('primary'), await newDataDir('replica')]
  const [primarySocketDir, replicaSocketDir] = [await newSocketDir(), await newSocketDir()]
  for (const folder of [primaryFolder, replicaFolder]) await mkdir(folder, { recursive: true })
  const primary = await startCluster(primaryFolder, primarySocketDir, { wal_level: 'replica' })
  after(() => primary.stop())

  const database = openDatabase({ socketDir: primarySocketDir }, { size: 1, log: createLog('silent') })
  const [source, copy] = [join(primaryFolder, 'postgres'), join(replicaFolder, 'postgres')]
  await backUpDatabaseFolder(database, source, copy)
  await database.close()
  await writeFile(join(copy, 'standby.signal'), '')
  await ownTree(copy, await resolveOsAccount(source))
  const settings = { primary_conninfo: `host=${primarySocketDir} user=heed`, wal_retrieve_retry_interval: '100ms' }
  let replica: Cluster | null = null
  const startReplica = async () => {
    replica = await startCluster(replicaFolder, replicaSocketDir, settings)
  }
  await startReplica()
  after(() => replica?.stop())

  return {
    primarySocketDir,
    replicaSocketDir,
    primary,
    startReplica,
    async onReplica(statement) {
      const client = new pg.Client({ host: replicaSocketDir, user: 'heed', database: 'heed' })
      await client.connect()
      try {
        return (await client.query(statement)).rows
      } finally {
        await client.end()
      }
    },
    replicaLog: () => readFile(join(replicaFolder, 'postgres.log'), 'utf8'),
    async killReplica() {
      process.kill(replica!.pid, 'SIGQUIT')
      await replica!.ended
    },
  }
}
