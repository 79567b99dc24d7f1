// Runs `npm ci` if node_modules is missing or older than the lock file. It runs before anything is installed, so it
// supports any Node.js from 18 on and needs no packages.
import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const lock = join(root, 'package-lock.json')
// npm writes this file last, so an interrupted installation has none.
const installed = join(root, 'node_modules', '.package-lock.json')

const isCurrent = existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs
if (!isCurrent) {
  console.error('Installing the packages of Heed (npm ci), only this once …')
  const npm = process.env.npm_execpath
  const [file, args] = npm ? [process.execPath, [npm, 'ci']] : ['npm', ['ci']]
  // Standard output belongs to the next program, which may print JSON.
  const { status, error } = spawnSync(file, [...args, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: !npm && process.platform === 'win32',
  })
  if (error) console.error(error.message)
  if (status !== 0) {
    console.error(
      'The installation failed. Heed needs npm 10 or later and, only this once, access to the npm registry.',
    )
    process.exit(1)
  }
}
