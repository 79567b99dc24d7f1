import type { ChildProcess } from 'node:child_process'
import { rm } from 'node:fs/promises'

const children = new Set<ChildProcess>()
const folders = new Set<string>()

/** Remembers a process that must not outlive this program. */
export function ownProcess<T extends ChildProcess>(child: T): T {
  children.add(child)
  child.once('exit', () => children.delete(child))
  return child
}

/** Remembers a folder that must not outlive this program. */
export function ownFolder(path: string): string {
  folders.add(path)
  return path
}

export async function removeOwnFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true })
  folders.delete(path)
}

/** Ends a process and waits for its end. */
export async function stopProcess(child: ChildProcess): Promise<void> {
  // An interrupt on the terminal ends all processes at once.
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill('SIGTERM')
  await exit
}

/**
 * Stops the processes and removes the folders when this program is interrupted. A terminal and a program such as
 * `timeout` may each send a signal, so later ones change nothing.
 */
export function cleanUpOnSignal(): void {
  let isEnding = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, async () => {
      if (isEnding) return
      isEnding = true
      await Promise.all([...children].map(stopProcess))
      await Promise.all([...folders].map(removeOwnFolder))
      process.exit(signal === 'SIGINT' ? 130 : 143)
    })
  }
}
