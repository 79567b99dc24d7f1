import { type ChildProcess, fork } from 'node:child_process'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Command, Counts, Message } from './shard.ts'

export interface FileResult extends Counts {
  name: string
  seconds: number
  /** The failed tests with their errors; empty if all passed. */
  failures: string
}

interface ShardOptions {
  root: string
  env: NodeJS.ProcessEnv
  /** Receives the report of one file when the file has ended. */
  print(report: string): void
}

interface Plan extends ShardOptions {
  /** Absolute paths, in starting order. */
  files: string[]
  shards: number
}

const shardModule = fileURLToPath(new URL('shard.ts', import.meta.url))
const reporterModule = new URL('reporter.ts', import.meta.url).href

// The heading above the errors in the output of the spec reporter of node:test.
const failuresHeading = '✖ failing tests:'

// The slowest files take two minutes on a busy machine. A cluster and a container image, which are built on request only,
// take more than ten.
const isBuilding = process.env.HEED_TEST_CLUSTER === '1' || process.env.HEED_TEST_CONTAINERS === '1'
const fileTimeoutSeconds = isBuilding ? 1_800 : 480
// Covers the shared cleanups, such as closing the browser. A shard that takes longer is still running something that
// a test started.
const exitTimeoutSeconds = 30

/** Runs test files in a few processes. Each process takes the next file when it has finished one. */
export async function runInShards({ files, shards, ...options }: Plan): Promise<FileResult[]> {
  const queue = [...files]
  const results: FileResult[] = []
  const work = async () => {
    let shard: Shard | null = null
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
      shard ??= new Shard(options)
      results.push(await shard.run(path))
      if (shard.hasExited) shard = null
    }
    const failure = await shard?.end()
    if (failure) results.push(failure)
  }
  await Promise.all(Array.from({ length: Math.min(shards, queue.length) }, work))
  return results
}

class Shard {
  readonly #child: ChildProcess
  readonly #options: ShardOptions
  readonly #exited: Promise<string>
  hasExited = false
  #report = ''
  #runningTest = ''
  #onCounts: (counts: Counts) => void = () => {}

  constructor(options: ShardOptions) {
    this.#options = options
    const child = fork(shardModule, {
      env: options.env,
      execArgv: ['--test-reporter', reporterModule, '--test-reporter-destination', 'stdout'],
      silent: true,
    })
    this.#child = child
    for (const stream of [child.stdout!, child.stderr!]) {
      stream.setEncoding('utf8').on('data', (text) => {
        this.#report += text
      })
    }
    child.on('message', (message: Message) => this.#receive(message))
    this.#exited = new Promise((resolve) => {
      child.once('close', (status, signal) => {
        this.hasExited = true
        resolve(`the process ended with ${signal ?? `status ${status}`}`)
      })
    })
  }

  #receive(message: Message): void {
    if ('output' in message) this.#report += message.output
    else if ('started' in message) this.#runningTest = message.started
    else this.#onCounts(message.counts)
  }

  /** Runs one file. Kills the process when the file takes too long. */
  async run(path: string): Promise<FileResult> {
    const name = relative(this.#options.root, path)
    const begin = performance.now()
    this.#runningTest = ''
    this.#child.send({ path, name } satisfies Command)
    const result = await Promise.race([
      new Promise<Counts>((resolve) => {
        this.#onCounts = resolve
      }),
      this.#exited,
      delay(fileTimeoutSeconds, `it took more than ${fileTimeoutSeconds} seconds`),
    ])
    const seconds = (performance.now() - begin) / 1_000
    if (typeof result === 'string') {
      await this.#kill()
      return this.#fail(name, seconds, result)
    }
    const failures = result.failed === 0 ? '' : this.#report.slice(Math.max(0, this.#report.indexOf(failuresHeading)))
    this.#printReport()
    return { name, seconds, failures, ...result }
  }

  /** Ends the process. @returns a failure when it does not exit by itself. */
  async end(): Promise<FileResult | null> {
    this.#child.send('end' satisfies Command)
    const isLate = await Promise.race([this.#exited.then(() => false), delay(exitTimeoutSeconds, true)])
    if (!isLate) return null
    await this.#kill()
    return this.#fail('a shard', exitTimeoutSeconds, 'something that a test started is still running at the end')
  }

  #fail(name: string, seconds: number, reason: string): FileResult {
    const failures = `✖ ${name}: ${reason}${this.#runningTest && `, in “${this.#runningTest}”`}\n`
    this.#report += failures
    this.#printReport()
    return { name, seconds, failures, passed: 0, failed: 1 }
  }

  #printReport(): void {
    this.#options.print(this.#report)
    this.#report = ''
  }

  async #kill(): Promise<void> {
    if (this.hasExited) return
    this.#child.kill('SIGTERM')
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), 2_000)
    await this.#exited
    clearTimeout(timer)
  }
}

const delay = <T>(seconds: number, value: T): Promise<T> =>
  new Promise((resolve) => setTimeout(resolve, seconds * 1_000, value).unref())
