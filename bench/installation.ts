import { execFile } from 'node:child_process'
import { cp, lstat, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createBenchDataDir, removeDataDir, startBenchServer } from './bench-server.ts'
import { median } from './comparison.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const run = promisify(execFile)

// Other load on the machine comes in bursts.
const commandRuns = 15

// Reports the processor time of a command, in microseconds, on standard error.
const reportUsage = `--import=data:text/javascript,${encodeURIComponent(`
  process.on('exit', () => { const { user, system } = process.cpuUsage(); console.error('cpu ' + (user + system)) })`)}`

/**
 * Installs a copy of the committed files for running, as `npm ci --omit=dev` and the first `npm start` do, and prints its
 * size and the time of commands in it.
 */
async function measureInstallation(): Promise<void> {
  const copy = await mkdtemp(join(tmpdir(), 'heed-installation-'))
  const dataDir = await createBenchDataDir()
  const instance = await startBenchServer(dataDir)
  try {
    const { stdout } = await run('git', ['ls-files', '-z'], { cwd: root })
    for (const name of stdout.split('\0').filter((name) => name !== '')) {
      await cp(join(root, name), join(copy, name))
    }
    await run('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund'], { cwd: copy })
    await run('npm', ['run', 'build'], { cwd: copy, maxBuffer: Number.POSITIVE_INFINITY })
    const sizes = await Promise.all(['node_modules', 'web/build'].map((name) => allocatedBytes(join(copy, name))))
    const megabytes = sizes.map((bytes) => Math.ceil(bytes / 2 ** 20))
    console.log('| figure | required | target | measured |\n|---|---|---|---|')
    console.log(`| installed for running, MB | ≤ 350 | ≤ 250 | ${megabytes[0]! + megabytes[1]!} |`)
    const heed = (...args: string[]) => timeCommand(copy, dataDir, args)
    await heed('workspace', 'create', '--name', 'Acme', '--slug', 'acme')
    for (const [args, required, target] of [
      [['--version'], '', ''],
      [['key', 'list', '--workspace', 'acme'], '≤ 0.4', '≤ 0.25'],
    ] as const) {
      const times = []
      for (let each = 0; each < commandRuns; each++) times.push(await heed(...args))
      const [elapsed, cpu] = [times.map(({ elapsed }) => elapsed), times.map(({ cpu }) => cpu)]
      const measured = `${median(elapsed).toFixed(2)} (at best ${Math.min(...elapsed).toFixed(2)}; processor time ${median(cpu).toFixed(2)})`
      console.log(`| \`heed ${args.slice(0, 2).join(' ')}\`, s | ${required} | ${target} | ${measured} |`)
    }
  } finally {
    await instance.stop()
    await removeDataDir(dataDir)
    await rm(copy, { recursive: true, force: true })
  }
}

/** Runs a command in the copy, beside the running server, and returns its times in seconds. */
async function timeCommand(copy: string, dataDir: string, args: readonly string[]) {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' }
  const begin = performance.now()
  const { stderr } = await run(join(copy, 'node_modules/.bin/node'), [reportUsage, 'bin/heed', ...args], {
    cwd: copy,
    env,
  })
  const elapsed = (performance.now() - begin) / 1_000
  return { elapsed, cpu: Number(/^cpu (\d+)$/m.exec(stderr)![1]) / 1e6 }
}

/** Adds up the disk space of a folder's files, as `du` does. */
async function allocatedBytes(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true })
  let bytes = 0
  for (const name of names) bytes += (await lstat(join(folder, name))).blocks * 512
  return bytes
}

await measureInstallation()
