import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { runCommandLine } from '../../cli/main.ts'
import { type CommandResult, commandEnvironment, parseJsonLine, type StartOptions } from '../instance/test-instance.ts'

/**
 * Runs `heed …` in this process, where its modules are loaded already, with its own environment and streams. Use it
 * to test what a command does; use `runHeed`, which starts a process, to test signals, locks and exits.
 */
export async function runCommand({ input = '', ...start }: StartOptions, ...args: string[]): Promise<CommandResult> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const outputs = Promise.all([text(stdout), text(stderr)])
  const stdin = Readable.from([input])
  const status = await runCommandLine(args, {
    env: commandEnvironment(start),
    stdin,
    stdout,
    stderr,
    exitStatus: 0,
  }).finally(() => {
    stdout.end()
    stderr.end()
  })
  const [out, err] = await outputs
  return { status, signal: null, stdout: out, stderr: err, json: () => parseJsonLine(out, err) }
}

/** Creates a workspace and a key with every scope on the command line. */
export async function createWorkspaceWithKey(start: StartOptions, slug: string): Promise<{ id: string; key: string }> {
  const created = (await runCommand(start, 'workspace', 'create', '--name', slug, '--slug', slug, '--json')).json()
  const { key } = (
    await runCommand(start, 'key', 'create', '--workspace', slug, '--name', 'test', '--scopes', 'all', '--json')
  ).json()
  return { id: created.id, key }
}
