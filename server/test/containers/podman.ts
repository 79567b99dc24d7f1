import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { getCACertificates } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterFile } from '../lifetime.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Lists what the tests of the image need and this machine does not have, in sentences. */
export async function findMissing(): Promise<string[]> {
  const missing: string[] = []
  if (process.getuid?.() !== 0) missing.push('Only root can make the base image.')
  const packages = await findMissingPackages({
    podman: ['podman', '--version'],
    runc: ['runc', '--version'],
    mmdebstrap: ['mmdebstrap', '--version'],
  })
  if (packages.length > 0) {
    missing.push(`These Debian packages are missing: apt-get install --no-install-recommends ${packages.join(' ')}`)
  }
  return missing
}

/** Returns the Debian packages whose command fails. */
export async function findMissingPackages(commands: Record<string, [string, ...string[]]>): Promise<string[]> {
  const packages: string[] = []
  for (const [name, [program, ...args]] of Object.entries(commands)) {
    await run(program, args).catch(() => packages.push(name))
  }
  return packages
}

let configuration: Promise<string> | undefined

/** Runs Podman. @returns its standard output */
export async function podman(...args: string[]): Promise<string> {
  configuration ??= writeConfiguration()
  const env = { ...process.env, CONTAINERS_CONF: await configuration }
  const { stdout } = await run('podman', args, { env, maxBuffer: 64 * 1024 * 1024 })
  return stdout
}

/** Writes the settings that Podman needs inside a sandbox, where limits cannot be raised and only runc knows the cgroups. */
async function writeConfiguration(): Promise<string> {
  // The folder for temporary files is removed after the run.
  const path = join(await mkdtemp(join(tmpdir(), 'heed-podman-')), 'containers.conf')
  await writeFile(
    path,
    `[containers]
default_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]
[engine]
runtime = "runc"
`,
  )
  return path
}

// Kept for the next run, because making it takes minutes, mostly for downloads from Debian's mirror.
export const baseImage = 'localhost/heed-test-base'

/** Builds the image, from base images that are made here, because there may be no registry. @returns its name */
export async function buildImage(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'heed-image-'))
  afterFile(() => rm(folder, { recursive: true, force: true }))
  await makeBaseImage(folder)
  const buildImage = await makeBuildImage(folder)
  const image = `localhost/heed-test-${process.pid}`
  afterFile(() => podman('rmi', '--force', image))
  const bases = ['--build-arg', `BASE_IMAGE=${baseImage}`, '--build-arg', `BUILD_IMAGE=${buildImage}`]
  // The format of Docker, because that of the Open Container Initiative has no health checks.
  await build('--format', 'docker', ...bases, '--tag', image, root)
  return image
}

/** Runs `podman build` with the network of this machine. */
export const build = (...args: string[]) => podman('build', '--network', 'host', '--layers=false', '--quiet', ...args)

/** Returns whether an image of this name is on this machine. */
export const hasImage = (name: string): Promise<boolean> =>
  podman('image', 'exists', name).then(
    () => true,
    () => false,
  )

/** Makes an image of Debian like `debian:13-slim`, unless an earlier run has left one. */
async function makeBaseImage(folder: string): Promise<void> {
  if (await hasImage(baseImage)) return
  const archive = join(folder, 'base.tar')
  const withoutDocuments = ['doc', 'man', 'locale'].map((name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`)
  await run('mmdebstrap', ['--quiet', '--variant=minbase', ...withoutDocuments, 'trixie', archive])
  await podman('import', '--quiet', archive, baseImage)
  await rm(archive)
}

/**
 * Makes an image with Node.js and npm, like `node:26-trixie-slim`: those that run these tests, with the registry and the
 * certificate authorities that they use.
 */
async function makeBuildImage(folder: string): Promise<string> {
  const context = join(folder, 'build')
  await mkdir(context)
  const npm = process.env.npm_execpath
  if (!npm) throw new Error('Run the tests with npm, which installs the packages in the image.')
  await cp(process.execPath, join(context, 'node'))
  await cp(dirname(dirname(npm)), join(context, 'npm'), { recursive: true })
  const { stdout: registry } = await run(process.execPath, [npm, 'config', 'get', 'registry'])
  await writeFile(join(context, 'npmrc'), `registry=${registry.trim()}\ncafile=/usr/local/etc/npm-ca.crt\n`)
  // Includes those of NODE_EXTRA_CA_CERTS.
  await writeFile(join(context, 'npm-ca.crt'), getCACertificates('default').join('\n'))
  await writeFile(
    join(context, 'Dockerfile'),
    `FROM ${baseImage}
COPY node /usr/local/bin/
COPY npm /usr/local/lib/node_modules/npm
COPY npmrc npm-ca.crt /usr/local/etc/
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
`,
  )
  const image = `localhost/heed-test-build-${process.pid}`
  afterFile(() => podman('rmi', '--force', image))
  await build('--tag', image, context)
  return image
}
