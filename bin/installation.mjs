// Installs, completes and reduces `node_modules`. It runs before anything is installed, so it supports any Node.js from
// 18 on and needs no packages.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const packages = join(root, 'node_modules')
// npm writes this file last, so an interrupted installation has none.
const installed = join(packages, '.package-lock.json')
// `npm ci` deletes this file with everything else in the folder.
const reduced = join(packages, '.heed-reduced')

/** The development dependencies that building the pages needs. They are removed again where Heed only runs. */
export const buildTools = [
  '@atlaskit/pragmatic-drag-and-drop',
  '@formatjs/icu-messageformat-parser',
  '@react-router/dev',
  '@scalar/fastify-api-reference',
  '@tailwindcss/vite',
  '@tiptap/core',
  '@tiptap/extension-code',
  '@tiptap/extension-image',
  '@tiptap/extension-table',
  '@tiptap/pm',
  '@tiptap/starter-kit',
  'lucide-react',
  'prosemirror-markdown',
  'tailwindcss',
  'vite',
]

/** Returns whether `node_modules` was installed for this lock file. */
export const isCurrent = () =>
  existsSync(installed) && statSync(installed).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs

/** Returns whether the development tools are installed, current or not. The formatter is a tool that nothing else needs. */
export const isForDevelopment = () => existsSync(join(packages, '@biomejs', 'biome'))

export const hasBuildTools = () => buildTools.every((name) => existsSync(join(packages, name)))

/** Adds the build tools to an installation for running, in the versions of the lock file. */
export function addBuildTools() {
  console.error('Installing the tools that build the pages …')
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const names = buildTools.map((name) => `${name}@${devDependencies[name]}`)
  runNpm('install', '--no-save', '--save-prod', '--omit=dev', ...names)
}

/** Removes the build tools from an installation for running. */
export const removeBuildTools = () => runNpm('prune', '--omit=dev')

/** Runs npm, and exits if it fails. */
export function runNpm(...args) {
  const npm = process.env.npm_execpath
  const [file, first] = npm ? [process.execPath, [npm]] : ['npm', []]
  // Standard output belongs to the next program, which may print JSON.
  const { status, error } = spawnSync(file, [...first, ...args, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: !npm && process.platform === 'win32',
  })
  if (error) console.error(error.message)
  if (status === 0) return
  console.error(`npm ${args[0]} failed. It needs npm 10 or later and access to the npm registry.`)
  process.exit(1)
}

/**
 * Exits if the installed Node.js cannot start. In that case install scripts fail, and npm silently leaves out their
 * optional packages, such as the embedded database. So the installation must fail instead.
 */
export function checkRuntime() {
  const pinned = spawnSync(join(packages, '.bin', 'node'), ['--version'], { encoding: 'utf8' })
  if (pinned.status === 0 || pinned.error) return
  console.error(pinned.stderr)
  console.error(
    'The Node.js that Heed installs cannot start on this system. If libatomic.so.1 is missing, install it and run this ' +
      'command again. On Debian and Ubuntu: apt-get install libatomic1',
  )
  rmSync(installed, { force: true })
  process.exit(1)
}

// Node.js never loads these: type declarations, TypeScript in packages, and source maps unless a flag asks for them.
export const unusedFiles = /\.([cm]?ts|map)$/
// The headers are for compiling C++ addons. `npm` belongs to the Node.js that ran the installation.
export const unusedFolders = [join('include', 'node'), join('lib', 'node_modules'), 'share']

/** Deletes the files of packages that a running server never reads, once per installation. Licenses stay. */
export function reduceOnce() {
  if (existsSync(reduced)) return
  for (const name of readdirSync(packages).filter((name) => /^node-(bin-)?(linux|darwin|win)-/.test(name))) {
    for (const folder of unusedFolders) rmSync(join(packages, name, folder), { recursive: true, force: true })
  }
  deleteBuildsForBundlers(join(packages, '@opentelemetry'))
  deleteUnusedFiles(packages)
  writeFileSync(reduced, '')
}

/** OpenTelemetry's packages come in three builds, of which Node.js loads one, `build/src`. */
export const unusedBuilds = ['esm', 'esnext'].map((build) => join('build', build))

function deleteBuildsForBundlers(scope) {
  if (!existsSync(scope)) return
  for (const name of readdirSync(scope)) {
    const { main = '' } = JSON.parse(readFileSync(join(scope, name, 'package.json'), 'utf8'))
    if (!main.startsWith('build/src/')) continue
    for (const build of unusedBuilds) rmSync(join(scope, name, build), { recursive: true, force: true })
  }
}

function deleteUnusedFiles(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) deleteUnusedFiles(path)
    else if (entry.isFile() && unusedFiles.test(entry.name)) rmSync(path)
  }
}
