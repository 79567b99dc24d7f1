// Runs `npm ci` if node_modules is missing or older than the lock file. It runs before anything is installed, so it
// supports any Node.js from 18 on and needs no packages.
import { spawnSync } from 'node:child_process'
import { existsSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const lock = join(root, 'package-lock.json')
// npm writes this file last, so an interrupted installation has none.
const installed = join(root, 'node_modules', '.package-lock.json')

const isCurrent = existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs
if (!isCurrent) {
  console.error('Installing Heed’s packages (npm ci) …')
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
    console.error('The installation failed. It needs npm 10 or later and access to the npm registry.')
    process.exit(1)
  }
  // If the runtime cannot start, install scripts fail, and npm silently leaves out their optional packages, such as the
  // embedded database. So the installation must fail instead.
  const pinned = spawnSync(join(root, 'node_modules', '.bin', 'node'), ['--version'], { encoding: 'utf8' })
  if (pinned.status !== 0 && !pinned.error) {
    console.error(pinned.stderr)
    console.error(
      'The Node.js that Heed installs cannot start on this system. If libatomic.so.1 is missing, install it and run this ' +
        'command again. On Debian and Ubuntu: apt-get install libatomic1',
    )
    rmSync(installed, { force: true })
    process.exit(1)
  }
}
