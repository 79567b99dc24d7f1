import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const packages = fileURLToPath(new URL('../runtimes/node_modules/', import.meta.url))

interface Runtime {
  name: string
  file: string
  /** The arguments before the program. */
  args: string[]
}

const node = (version: number): Runtime => ({
  name: `Node.js ${version}`,
  file: join(packages, `node-${version}`, 'bin', 'node'),
  args: [],
})

const others: Runtime[] = [
  node(18),
  node(20),
  node(22),
  {
    name: 'Deno',
    file: join(packages, '@deno', 'linux-x64-glibc', 'deno'),
    args: ['run', '--quiet', '--allow-net=127.0.0.1'],
  },
  { name: 'Bun', file: join(packages, '@oven', 'bun-linux-x64', 'bin', 'bun'), args: ['run'] },
  { name: 'workerd', file: join(packages, '@cloudflare', 'workerd-linux-64', 'bin', 'workerd'), args: [] },
]

/**
 * Returns the runtimes that run programs, or only the named one. Apart from this Node.js, they are those that
 * `npm run client:runtimes` has installed; that command requires all of them.
 */
export function findRuntimes(only?: string): Runtime[] {
  const isRequired = process.env.HEED_CLIENT_RUNTIMES === 'all'
  const present = others.filter(({ file }) => isRequired || existsSync(file))
  if (only) return present.filter(({ name }) => name === only)
  const current = { name: `Node.js ${process.versions.node.split('.')[0]}`, file: process.execPath, args: [] }
  return [current, ...present.filter(({ name }) => name !== 'workerd')]
}

const worker = `import * as client from './heed.js'
import { useClient } from './portable.js'
export default {
  async fetch(request) {
    return Response.json(await useClient(client, await request.json()))
  },
}
`

const config = (port: number) => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .worker),
    (name = "internet", network = (allow = ["private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const worker :Workerd.Worker = (
  compatibilityDate = "2026-01-01",
  modules = [
    (name = "worker", esModule = embed "worker.js"),
    (name = "heed.js", esModule = embed "heed.js"),
    (name = "portable.js", esModule = embed "portable.js"),
  ],
);
`

/** Serves a worker that uses the client, from a folder with `heed.js` and `portable.js`, and returns its response. */
export async function runWorker(file: string, folder: string, port: number, input: object): Promise<unknown> {
  await writeFile(join(folder, 'worker.js'), worker)
  await writeFile(join(folder, 'config.capnp'), config(port))
  const child = spawn(file, ['serve', 'config.capnp'], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    errors += text
  })
  try {
    const call = () => fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: JSON.stringify(input) })
    let response: Response | null = null
    while (response === null && child.exitCode === null) response = await call().catch(() => null)
    const text = await response?.text()
    if (response?.status !== 200) throw new Error(`The worker failed: ${text} ${errors}`)
    return JSON.parse(text!)
  } finally {
    child.kill()
  }
}
