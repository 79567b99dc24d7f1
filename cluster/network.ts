import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { chown, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { addresses, driverAddress, type HostName, hostsFile } from './hosts.ts'

const run = promisify(execFile)
const ip = (...args: string[]) => run('ip', args)

interface StartOptions {
  env?: Record<string, string>
  cwd?: string
  /** The account to run as. Default: root. */
  account?: string
}

/** One host: a network namespace with an address, a folder and processes. */
export class Host {
  readonly name: HostName
  readonly address: string
  readonly folder: string
  readonly #logs: string

  constructor(name: HostName, folder: string) {
    this.name = name
    this.address = addresses[name]
    this.folder = join(folder, name)
    this.#logs = join(folder, 'logs')
  }

  /** Creates the namespace and connects it to the bridge. */
  async create(): Promise<void> {
    const { name } = this
    await ip('netns', 'add', name)
    await ip('link', 'add', `to-${name}`, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name)
    await ip('link', 'set', `to-${name}`, 'master', 'bridge', 'up')
    await ip('-n', name, 'address', 'add', `${this.address}/24`, 'dev', 'eth0')
    await ip('-n', name, 'link', 'set', 'lo', 'up')
    await ip('-n', name, 'link', 'set', 'eth0', 'up')
    await mkdir(this.folder, { recursive: true })
  }

  /** Makes an account the owner of the host's folder, because its programs refuse a folder that others may read. */
  async giveFolderTo(uid: number, gid: number): Promise<void> {
    await chown(this.folder, uid, gid)
  }

  /** Starts a program on this host. Its output goes to a file in the folder `logs`. */
  start([program, ...args]: [string, ...string[]], { env = {}, cwd, account }: StartOptions = {}): ChildProcess {
    const who = account === undefined ? [] : ['setpriv', `--reuid=${account}`, `--regid=${account}`, '--init-groups']
    mkdirSync(this.#logs, { recursive: true })
    const label = /([^/]+?)(\.ts)?$/.exec(program.endsWith('node') ? args[0]! : program)![1]!
    const log = openSync(join(this.#logs, `${this.name}-${label}.log`), 'a')
    const child = spawn('nsenter', [`--net=/run/netns/${this.name}`, ...who, program, ...args], {
      cwd: cwd ?? this.folder,
      env: { PATH: process.env.PATH, LANG: 'C.UTF-8', HOME: this.folder, ...env },
      stdio: ['ignore', log, log],
    })
    // The program has its own copy of the descriptor.
    closeSync(log)
    child.on('error', (error) => console.error(`${this.name}: ${error.message}`))
    return child
  }

  /** Runs a program on this host until it ends. @throws its output if it fails */
  async run(command: string, ...args: string[]): Promise<string> {
    return (await run('nsenter', [`--net=/run/netns/${this.name}`, command, ...args])).stdout
  }

  /** Kills all processes on this host, like a power failure, except that written data is kept. */
  async kill(): Promise<void> {
    for (let pids = await this.#pids(); pids.length > 0; pids = await this.#pids()) {
      for (const pid of pids) {
        try {
          process.kill(pid, 'SIGKILL')
        } catch {
          // The process has already ended.
        }
      }
      await sleep(5)
    }
  }

  /** Connects the host to the others, or disconnects it. Its loopback interface stays up. */
  async setLink(state: 'up' | 'down'): Promise<void> {
    await ip('-n', this.name, 'link', 'set', 'eth0', state)
  }

  async #pids(): Promise<number[]> {
    return (await ip('netns', 'pids', this.name)).stdout.split('\n').filter(Boolean).map(Number)
  }
}

/** Prepares the sandbox and creates the network with all its hosts. */
export async function createNetwork(folder: string): Promise<Record<HostName, Host>> {
  // Everything is in memory and in its own mount namespace, so nothing is left afterwards.
  await run('mount', ['-t', 'tmpfs', '-o', 'mode=755,size=4g', 'tmpfs', folder])
  await run('mount', ['-t', 'tmpfs', '-o', 'mode=1777,size=512m', 'tmpfs', '/dev/shm'])
  await run('mount', ['-t', 'tmpfs', '-o', 'mode=755', 'tmpfs', '/run'])
  await writeFile(join(folder, 'hosts'), hostsFile())
  await run('mount', ['--bind', join(folder, 'hosts'), '/etc/hosts'])
  await ip('link', 'set', 'lo', 'up')
  await ip('link', 'add', 'bridge', 'type', 'bridge')
  await ip('address', 'add', `${driverAddress}/24`, 'dev', 'bridge')
  await ip('link', 'set', 'bridge', 'up')
  const hosts = Object.fromEntries(
    (Object.keys(addresses) as HostName[]).map((name) => [name, new Host(name, folder)]),
  ) as Record<HostName, Host>
  for (const host of Object.values(hosts)) await host.create()
  return hosts
}
