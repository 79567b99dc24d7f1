import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

// Builds `web/` if its sources have changed since the last build, or with --force. A build takes seconds; finding that
// nothing has changed takes 50 ms.
const root = fileURLToPath(new URL('..', import.meta.url))
const web = join(root, 'web')
const stampPath = join(web, 'build', 'stamp')

const stamp = stampOf(sources())
const isCurrent = existsSync(stampPath) && readFileSync(stampPath, 'utf8') === stamp
if (!isCurrent || process.argv.includes('--force')) await build()

async function build(): Promise<void> {
  // Where Heed only runs, the tools are installed for the build and removed after it.
  if (!install('--for-building')) {
    console.error('The pages have to be built, and the tools for it could not be installed.')
    process.exit(1)
  }
  console.error('Building the pages …')
  rmSync(join(web, 'build'), { recursive: true, force: true })
  const bin = join(root, 'node_modules', '@react-router', 'dev', 'bin.cjs')
  const { status } = spawnSync(process.execPath, [bin, 'build', web], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    // Standard output belongs to the next program, which may print JSON.
    stdio: ['ignore', 2, 2],
  })
  if (status !== 0) {
    console.error('The pages could not be built.')
    process.exit(1)
  }
  buildWith(join(web, 'portal', 'vite.config.ts'), 'The portal')
  // Runs after the portal's build, which empties the folder.
  buildWith(join(web, 'widget', 'vite.config.ts'), 'The widget')
  buildWith(join(web, 'packages', 'vite.config.ts'), 'The bundled packages')
  // Loaded here, because its packages may have been installed just now.
  const { buildReference } = await import('./build-reference.ts')
  await buildReference(join(web, 'build', 'reference'))
  compress(join(web, 'build', 'client', 'assets'))
  compress(join(web, 'build', 'portal', 'assets'))
  compress(join(web, 'build', 'portal'))
  // Written last, so that an interrupted build is repeated.
  writeFileSync(stampPath, stamp)
  // If this fails, the tools only take space.
  install('--after-building')
}

function install(purpose: string): boolean {
  const { status } = spawnSync(process.execPath, [join(root, 'bin', 'install-when-needed.mjs'), purpose], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  })
  return status === 0
}

/** Runs a build besides that of the console. */
function buildWith(config: string, what: string): void {
  const bin = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const { status } = spawnSync(process.execPath, [bin, 'build', '--config', config], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 2, 2],
  })
  if (status === 0) return
  console.error(`${what} could not be built.`)
  process.exit(1)
}

function sources(): string[] {
  const files = [web, join(root, 'i18n')]
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !/[\\/](build|\.react-router)[\\/]/.test(path))
  return [...files, join(root, 'bin', 'build-reference.ts'), join(root, 'package-lock.json')].sort()
}

function stampOf(files: string[]): string {
  const hash = createHash('sha256')
  for (const file of files) hash.update(`${file.slice(root.length)}\0`).update(readFileSync(file))
  return hash.digest('hex')
}

/** Compresses each text file in the encodings that browsers accept. */
function compress(folder: string): void {
  for (const name of readdirSync(folder).filter((name) => /\.(js|css|svg)$/.test(name))) {
    const bytes = readFileSync(join(folder, name))
    writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }))
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes, { params }))
  }
}
