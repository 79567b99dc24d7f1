import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { etcdConfig, passwords, patroniConfig } from './configuration.ts'
import { addresses, type DatabaseHost, databaseHosts } from './hosts.ts'
import type { Host } from './network.ts'
import { postgresBinaries } from './requirements.ts'
import { waitFor } from './wait.ts'

/** A member of the cluster, as Patroni reports it. */
export interface Member {
  name: DatabaseHost
  role: 'leader' | 'replica' | 'sync_standby'
  state: string
  timeline?: number
  lag?: number | string
}

/** The three database hosts, each with etcd, Patroni and the PostgreSQL that Patroni runs. */
export class Databases {
  readonly #hosts: Record<DatabaseHost, Host>
  readonly #account: { uid: number; gid: number }

  constructor(hosts: Record<DatabaseHost, Host>, account: { uid: number; gid: number }) {
    this.#hosts = hosts
    this.#account = account
  }

  /** Writes the configuration of all hosts and starts them. */
  async create(): Promise<void> {
    for (const name of databaseHosts) {
      const host = this.#hosts[name]
      await host.giveFolderTo(this.#account.uid, this.#account.gid)
      await mkdir(join(host.folder, 'config'))
      await writeFile(join(host.folder, 'config', 'etcd.yaml'), await etcdConfig(name, host.folder))
      await writeFile(join(host.folder, 'config', 'patroni.yaml'), await patroniConfig(name, host.folder))
    }
    for (const name of databaseHosts) this.start(name)
    await this.waitUntilWhole()
  }

  /** Starts the programs of a host, initially or after it was killed. */
  start(name: DatabaseHost): void {
    const host = this.#hosts[name]
    host.start(['etcd', '--config-file', join(host.folder, 'config', 'etcd.yaml')], { account: 'postgres' })
    host.start(['patroni', join(host.folder, 'config', 'patroni.yaml')], { account: 'postgres' })
  }

  host(name: DatabaseHost): Host {
    return this.#hosts[name]
  }

  /** Requests the state of the cluster from Patroni on any reachable host. */
  async members(): Promise<Member[]> {
    let failure: unknown
    for (const name of databaseHosts) {
      try {
        const response = await fetch(`http://${addresses[name]}:8008/cluster`, { signal: AbortSignal.timeout(2_000) })
        return ((await response.json()) as { members: Member[] }).members
      } catch (error) {
        failure = error
      }
    }
    throw failure
  }

  async primary(): Promise<DatabaseHost> {
    const leader = (await this.members()).find(({ role, state }) => role === 'leader' && state === 'running')
    if (leader === undefined) throw new Error('There is no primary.')
    return leader.name
  }

  /** Waits until there is a primary with two replicas that follow it, one of them synchronously. */
  async waitUntilWhole(seconds = 90): Promise<Member[]> {
    return waitFor('a primary with two replicas, one of them synchronous', seconds, async () => {
      const members = await this.members()
      const leader = members.find(({ role }) => role === 'leader')
      const isWhole =
        members.length === databaseHosts.length &&
        leader?.state === 'running' &&
        members.some(({ role }) => role === 'sync_standby') &&
        members.every(({ name, timeline, state }) => {
          return name === leader.name || (timeline === leader.timeline && /^(running|streaming)$/.test(state))
        })
      return isWhole && (await this.#replicasStream(leader!.name)) ? members : null
    })
  }

  async #replicasStream(primary: DatabaseHost): Promise<boolean> {
    const text = `select count(*) from pg_stat_replication where state = 'streaming'`
    return (await this.#onHost(primary, text)) === '2'
  }

  /** Runs a statement as superuser on a host itself, which works even if the host is disconnected. */
  async #onHost(name: DatabaseHost, text: string): Promise<string> {
    const { folder } = this.#hosts[name]
    const output = await this.#hosts[name].run(
      join(postgresBinaries, 'psql'),
      ...['--host', folder, '--username', 'postgres', '--dbname', 'postgres', '-XAtqc', text],
    )
    return output.trim()
  }

  /** Whether PostgreSQL on this host accepts writes. False if it does not answer. */
  async acceptsWrites(name: DatabaseHost): Promise<boolean> {
    return this.#onHost(name, 'select not pg_is_in_recovery()').then(
      (answer) => answer === 't',
      () => false,
    )
  }

  /** Creates the role and a database for Heed on the primary. */
  async createDatabase(database: string): Promise<void> {
    const client = await connect(await this.primary(), 'postgres', { user: 'postgres', password: passwords.superuser })
    try {
      const { rowCount } = await client.query(`select from pg_roles where rolname = 'heed'`)
      if (rowCount === 0) await client.query(`create role heed login password '${passwords.heed}'`)
      await client.query(`create database ${database} owner heed`)
    } finally {
      await client.end()
    }
  }
}

/** Opens a connection to a host and port. The caller ends it. */
export async function connect(
  host: string,
  database: string,
  { user = 'heed', password = passwords.heed, port = 5432 } = {},
): Promise<pg.Client> {
  const client = new pg.Client({ host, port, database, user, password, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  await client.connect()
  return client
}
