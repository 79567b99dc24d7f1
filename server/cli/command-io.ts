import type { Readable, Writable } from 'node:stream'

/** What a command reads and writes. Tests run commands with their own streams and environment. */
export interface CommandIo {
  env: NodeJS.ProcessEnv
  readonly stdin: Readable
  stdout: Writable
  stderr: Writable
  /** The exit status of a command that ends without an error. A check that finds a problem sets it to 1. */
  exitStatus: number
}

/** Returns the environment and streams of this process. */
export const processIo = (): CommandIo => ({
  env: process.env,
  // Opens standard input only for commands that read it.
  get stdin() {
    return process.stdin
  },
  stdout: process.stdout,
  stderr: process.stderr,
  exitStatus: 0,
})
