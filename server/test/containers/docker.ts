import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterFile } from '../lifetime.ts'
import { findMissingPackages, podman } from './podman.ts'

const run = promisify(execFile)

/** A Docker daemon for tests, with its own images, volumes and networks. */
export interface Docker {
  /** Runs `docker`. @returns its standard output */
  run(cwd: string, ...args: string[]): Promise<string>
  /** Copies an image of Podman. */
  load(image: string, name: string): Promise<void>
  /** Runs a program in the daemon’s network, where the published ports are reachable. @returns its standard output */
  runInNetwork(file: string, ...args: string[]): Promise<string>
}

/** Describes why tests with Docker cannot run here. @returns an empty text if they can */
export async function describeMissingDocker(): Promise<string> {
  const missing = await findMissingPackages({
    'docker.io': ['dockerd', '--version'],
    'docker-cli': ['docker', '--version'],
    'docker-compose': ['docker', 'compose', 'version'],
    iptables: ['iptables', '--version'],
    iproute2: ['ip', '-V'],
  })
  return missing.length > 0 ? `These packages of Debian 13 are missing: ${missing.join(' ')}` : ''
}

/**
 * Starts a Docker daemon in network, mount and process namespaces of its own, so that it touches nothing of this machine
 * and ends with everything that it started. It reaches no registry.
 */
export async function startDocker(): Promise<Docker> {
  // The images take two gigabytes, and the folder of the test run may be in memory.
  const folder = await mkdtemp('/var/tmp/heed-docker-')
  const inFolder = (name: string) => join(folder, name)
  const host = `unix://${inFolder('docker.sock')}`
  const logPath = inFolder('log')
  const log = await open(logPath, 'w')
  const places = { 'data-root': 'data', 'exec-root': 'exec', pidfile: 'pid' }
  const daemon = spawn(
    // If the test run is killed, the daemon ends too.
    'setpriv',
    [
      ...['--pdeathsig', 'KILL', 'unshare', '--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc'],
      ...['sh', '-c', 'ip link set lo up && exec dockerd "$@"', 'sh', '--host', host],
      ...Object.entries(places).map(([option, name]) => `--${option}=${inFolder(name)}`),
    ],
    { stdio: ['ignore', log.fd, log.fd] },
  )
  const exited = once(daemon, 'exit')
  afterFile(async () => {
    daemon.kill('SIGKILL')
    await exited
    await log.close()
    // The namespaces and their mounts may outlive the process for a moment.
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  })

  const env = { ...process.env, DOCKER_HOST: host }
  const docker = async (cwd: string, ...args: string[]) =>
    (await run('docker', args, { cwd, env, maxBuffer: 64 * 1024 * 1024 })).stdout
  for (let attempt = 1; ; attempt++) {
    const isReady = await docker(folder, 'version').then(
      () => true,
      () => false,
    )
    if (isReady) break
    if (attempt === 300 || daemon.exitCode !== null) throw new Error(await readFile(logPath, 'utf8'))
    await sleep(200)
  }

  return {
    run: docker,
    async load(image, name) {
      const archive = inFolder('image.tar')
      await podman('save', '--quiet', '--output', archive, image)
      await docker(folder, 'load', '--quiet', '--input', archive)
      await docker(folder, 'tag', image, name)
      await rm(archive)
    },
    runInNetwork: async (...command) =>
      (await run('nsenter', ['--target', String(daemon.pid), '--net', '--', ...command])).stdout,
  }
}
