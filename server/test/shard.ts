import { afterEach, mock, suite, type TestContext } from 'node:test'
import { spec, type TestEvent } from 'node:test/reporters'
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import { sendDistributedStatements } from '../platform/db/kysely-dialect.ts'
import { describeState, runCleanups } from './lifetime.ts'
import { subscription } from './reporter.ts'

// A process that runs test files one after another, as `shards.ts` commands, so that shared modules load once. Each
// file runs in its own suite: its top-level hooks run when its tests have ended.

/** The file to run, or the end of the run. */
export type Command = { path: string; name: string } | 'end'

/** Output for the terminal, the name of a test that started, or the result of the file. */
export type Message = { output: string } | { started: string } | { counts: Counts }

export interface Counts {
  passed: number
  failed: number
}

// Files whose only suite is skipped, with a reason, if PgBouncer is missing. Any other file without a test fails.
const mayBeSkipped = new Set([
  'server/platform/db/sessions/pooled-statements.test.ts',
  'server/test/instance/pooler-settings.test.ts',
  'server/test/instance/pooler.test.ts',
])

// Tests open their databases themselves.
if (process.env.HEED_TEST_ENGINE === 'citus') sendDistributedStatements()

const send = (message: Message): void => void process.send!(message)

process.on('message', async (command: Command) => {
  if (command !== 'end') return send({ counts: await runFile(command) })
  process.off('disconnect', exit)
  await runCleanups('shard')
  process.disconnect?.()
})
// An exit, unlike a fatal signal, runs the handlers that kill the processes that tests have started.
const exit = (): void => process.exit(1)
process.on('SIGTERM', exit)
process.on('disconnect', exit)

// Errors that come after their test has ended. The runner does not fail a test for them, but only sets the exit code.
const lateErrors: unknown[] = []
for (const event of ['unhandledRejection', 'uncaughtException'] as const) {
  process.on(event, (error: unknown) => lateErrors.push(error))
}

// Read before any test can replace it.
const systemTime = Date.now

async function runFile({ path, name }: Exclude<Command, 'end'>): Promise<Counts> {
  const counts = { passed: 0, failed: 0 }
  let hasSkippedSuite = false
  const report = new spec()
  report.on('data', (chunk) => send({ output: String(chunk) }))
  const ended = Promise.withResolvers<void>()
  const states: string[] = []
  subscription.onEvent = (event) => {
    report.write(event)
    if (event.type === 'test:start') send({ started: event.data.name })
    if (event.type === 'test:pass') {
      if (event.data.details.type !== 'suite') counts.passed += 1
      else if (typeof event.data.skip === 'string') hasSkippedSuite = true
    }
    if (event.type === 'test:fail' && isOwnFailure(event.data)) counts.failed += 1
    const isResult = event.type === 'test:pass' || event.type === 'test:fail'
    if (isResult && event.data.nesting === 0) ended.resolve()
  }
  suite(name, async () => {
    afterEach(async (context) => states.push(await stateAfter(context as TestContext)))
    await import(pathToFileURL(path).href)
  })
  await ended.promise
  await runCleanups('file').catch((error) => lateErrors.push(error))
  await new Promise((resolve) => report.end(resolve))
  if (counts.failed > 0) send({ output: states.join('') })
  const problem = findProblem(counts, hasSkippedSuite && mayBeSkipped.has(name))
  if (problem !== null) {
    send({ output: `✖ ${name}: ${problem}\n` })
    counts.failed += 1
  }
  return counts
}

/** Returns what the file's resources, such as browser pages, show after a failed test; empty after one that passed. */
async function stateAfter({ name, passed }: TestContext): Promise<string> {
  const state = passed ? '' : await describeState()
  return state && `State after “${name}” failed:\n${state}\n`
}

/** Returns whether the test or suite itself failed; a suite is also reported as failed when one of its tests fails. */
function isOwnFailure({ details }: Extract<TestEvent, { type: 'test:fail' }>['data']): boolean {
  const { failureType } = details.error as { failureType?: string }
  return failureType !== 'subtestsFailed'
}

function findProblem({ passed, failed }: Counts, isSkipped: boolean): string | null {
  const errors = lateErrors.splice(0)
  const hasLateError = process.exitCode !== undefined && process.exitCode !== 0
  process.exitCode = undefined
  if (hasLateError) {
    return ['an error came after its test had ended', ...errors.map((error) => inspect(error))].join('\n')
  }
  if (Date.now !== systemTime) {
    mock.timers.reset()
    return 'leaves the clock mocked, which would fail the files after it'
  }
  return passed + failed === 0 && !isSkipped ? 'registers no test' : null
}
