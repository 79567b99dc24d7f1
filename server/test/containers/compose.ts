import { randomBytes } from 'node:crypto'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterFile } from '../lifetime.ts'
import { startDocker } from './docker.ts'
import { findServiceImages } from './stand-ins.ts'

const composeFile = fileURLToPath(new URL('../../../compose.yaml', import.meta.url))

/** A folder as an operator has it, with compose.yaml and the settings in `.env`. */
export interface Project {
  /** Runs `docker compose`. @returns its standard output */
  compose(...args: string[]): Promise<string>
  /** Lists the names of the volumes. */
  listVolumes(): Promise<string[]>
  removeVolumes(...names: string[]): Promise<unknown>
  /** Returns how many health checks of a service have failed since the last one that passed. */
  countFailedChecks(service: string): Promise<number>
  /** Writes `.env`. */
  writeSettings(settings: Record<string, string>): Promise<void>
  /** Sends a request to the published port. @returns the status and the body */
  request(key: string, method: string, path: string, body?: object): Promise<[status: number, body: string]>
}

/** Starts Docker and creates a project with an unchanged copy of compose.yaml. @param image Heed’s image, as Podman names it */
export async function createProject(image: string): Promise<Project> {
  const folder = await mkdtemp(join(tmpdir(), 'heed-compose-'))
  afterFile(() => rm(folder, { recursive: true, force: true }))
  const serviceImages = await findServiceImages(folder)
  const docker = await startDocker()
  for (const [name, source] of Object.entries({ heed: image, ...serviceImages })) await docker.load(source, name)
  await copyFile(composeFile, join(folder, 'compose.yaml'))
  const compose = (...args: string[]) => docker.run(folder, 'compose', ...args)
  return {
    compose,
    listVolumes: async () =>
      (await docker.run(folder, 'volume', 'ls', '--quiet', '--filter', 'name=heed_')).trim().split('\n'),
    removeVolumes: (...names) => docker.run(folder, 'volume', 'rm', ...names),
    async countFailedChecks(service) {
      const id = (await compose('ps', '--quiet', service)).trim()
      return Number(await docker.run(folder, 'inspect', '--format', '{{.State.Health.FailingStreak}}', id))
    },
    writeSettings: (settings) => {
      const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`)
      return writeFile(join(folder, '.env'), lines.join(''))
    },
    async request(key, method, path, body) {
      const init = {
        method,
        headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
        body: body && JSON.stringify(body),
      }
      const script = `const response = await fetch('http://127.0.0.1:3000/api/v1${path}', ${JSON.stringify(init)})
        console.log(JSON.stringify([response.status, await response.text()]))`
      return JSON.parse(await docker.runInNetwork(process.execPath, '--input-type=module', '--eval', script))
    },
  }
}

/** The settings that compose.yaml requires. */
export const requiredSettings = {
  PUBLIC_URL: 'http://127.0.0.1:3000',
  POSTGRES_PASSWORD: randomBytes(24).toString('hex'),
  SECRET_KEY: randomBytes(32).toString('hex'),
}
