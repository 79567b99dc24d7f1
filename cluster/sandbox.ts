import { spawn } from 'node:child_process'
import { access, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findMissing } from './requirements.ts'

const driver = fileURLToPath(new URL('./driver.ts', import.meta.url))

/**
 * Runs the driver in namespaces of its own: network, processes, mounts and shared memory. When its first process ends,
 * for whatever reason, the kernel ends all others and removes networks and folders. When this process ends, even if it
 * is killed, the first process is killed as well.
 * @returns the exit status
 */
export async function runInSandbox(args: string[]): Promise<number> {
  const missing = await findMissing()
  if (missing.length > 0) {
    for (const each of missing) console.error(`FAIL  ${each}`)
    return 1
  }
  const folder = await mkdtemp(join(tmpdir(), 'heed-cluster-'))
  try {
    // The shell reaps processes whose parents were killed. Node.js would not do this as the first process.
    const shell = ['sh', '-c', '"$@" & wait $!', 'sh', process.execPath, driver, folder, ...args]
    const namespaces = ['--net', '--mount', '--pid', '--ipc', '--fork', '--kill-child=KILL', '--mount-proc']
    const child = spawn('setpriv', ['--pdeathsig', 'KILL', 'unshare', ...namespaces, ...shell], { stdio: 'inherit' })
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill('SIGKILL'))
    return await new Promise<number>((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', (status) => resolve(status ?? 130))
    })
  } finally {
    // The folder is empty: the driver's files were in memory, in its own mount namespace.
    await rm(folder, { recursive: true, force: true })
    await access(folder).then(
      () => console.error(`${folder} is still there.`),
      () => {},
    )
  }
}
