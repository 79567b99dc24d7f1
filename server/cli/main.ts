import { Command, CommanderError } from 'commander'
import { version } from '../platform/version.ts'
import { type CommandIo, processIo } from './command-io.ts'

type Register = (program: Command, io: CommandIo) => void

// Each command loads its own modules, so that unused commands cost nothing.
const account = async (): Promise<Register> => (await import('./account.ts')).accountCommands
const commands = new Map<string, () => Promise<Register>>([
  ['workspace', async () => (await import('./workspace.ts')).workspaceCommands],
  ['member', async () => (await import('./member.ts')).memberCommands],
  ['account', account],
  ['setup-link', account],
  ['key', async () => (await import('./key.ts')).keyCommands],
  ['board', async () => (await import('./board.ts')).boardCommands],
  ['tag', async () => (await import('./tag.ts')).tagCommands],
  ['changelog', async () => (await import('./changelog.ts')).changelogCommands],
  ['jobs', async () => (await import('./jobs.ts')).jobCommands],
  ['worker', async () => (await import('./worker.ts')).workerCommand],
  ['mail', async () => (await import('./mail.ts')).mailCommands],
  ['webhook', async () => (await import('./webhook.ts')).webhookCommands],
  ['events', async () => (await import('./events.ts')).eventCommands],
  ['export', async () => (await import('./export.ts')).exportCommand],
  ['tracker', async () => (await import('./tracker/command.ts')).trackerCommands],
  ['import', async () => (await import('./import.ts')).importCommands],
  ['backup', async () => (await import('./backup.ts')).backupCommands],
  ['restore', async () => (await import('./restore.ts')).restoreCommand],
  ['demo', async () => (await import('./demo/command.ts')).demoCommand],
  ['database', async () => (await import('./database.ts')).databaseCommands],
  ['doctor', async () => (await import('./doctor/command.ts')).doctorCommand],
])

/** Returns the loader of the named command, or the loaders of all commands for help and for an unknown name. */
function loadersFor([first = '']: string[]): Iterable<() => Promise<Register>> {
  if (first === '--version' || first === '-V') return []
  const named = commands.get(first)
  return named ? [named] : new Set(commands.values())
}

/**
 * Runs one command.
 * @returns the exit status: 0 success, 1 failure, 2 usage error.
 */
export async function runCommandLine(args: string[], io: CommandIo = processIo()): Promise<number> {
  const program = new Command('heed')
    .description(
      'Manages a Heed instance, whether or not its server is running. Settings are read from the environment.',
    )
    .version(version)
    .exitOverride()
    .configureOutput({ writeOut: (text) => io.stdout.write(text), writeErr: (text) => io.stderr.write(text) })
    .showHelpAfterError('(run heed help for a list of commands)')
  for (const load of loadersFor(args)) {
    const register = await load()
    register(program, io)
  }
  try {
    await program.parseAsync(args, { from: 'user' })
    return io.exitStatus
  } catch (error) {
    // Requested help is not an error.
    if (error instanceof CommanderError && error.exitCode === 0) return 0
    const isUsage = error instanceof CommanderError
    const explained = isUsage ? { code: 'usage', message: error.message } : await describeError(error)
    if (args.includes('--json')) io.stdout.write(`${JSON.stringify({ error: explained })}\n`)
    // Commander has already printed usage errors.
    if (!isUsage) io.stderr.write(`${explained.message}\n`)
    return isUsage ? 2 : 1
  }
}

const describeError = async (error: unknown) => (await import('./run-command.ts')).toCliError(error)
