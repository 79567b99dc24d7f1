import { Command, CommanderError } from 'commander'
import { version } from '../app.ts'
import { accountCommands } from './account.ts'
import { boardCommands } from './board.ts'
import { changelogCommands } from './changelog.ts'
import { demoCommand } from './demo/command.ts'
import { doctorCommand } from './doctor/command.ts'
import { jobCommands } from './jobs.ts'
import { keyCommands } from './key.ts'
import { mailCommands } from './mail.ts'
import { memberCommands } from './member.ts'
import { toCliError } from './run-command.ts'
import { tagCommands } from './tag.ts'
import { trackerCommands } from './tracker/command.ts'
import { workerCommand } from './worker.ts'
import { workspaceCommands } from './workspace.ts'

/**
 * Runs one command.
 * @returns the exit status: 0 done, 1 refused or failed, 2 not understood.
 */
export async function runCommandLine(args: string[]): Promise<number> {
  const program = new Command('heed')
    .description('Operates a Heed instance, whether its server runs or not. Settings come from the environment.')
    .version(version)
    .exitOverride()
    .showHelpAfterError('(heed help shows what there is)')
  const commands = [
    workspaceCommands,
    memberCommands,
    accountCommands,
    keyCommands,
    boardCommands,
    tagCommands,
    changelogCommands,
    jobCommands,
    workerCommand,
    mailCommands,
    trackerCommands,
    demoCommand,
    doctorCommand,
  ]
  for (const register of commands) register(program)
  try {
    await program.parseAsync(args, { from: 'user' })
    return typeof process.exitCode === 'number' ? process.exitCode : 0
  } catch (error) {
    // Help that was asked for is no error.
    if (error instanceof CommanderError && error.exitCode === 0) return 0
    const isUsage = error instanceof CommanderError
    const explained = isUsage ? { code: 'usage', message: error.message } : toCliError(error)
    if (args.includes('--json')) process.stdout.write(`${JSON.stringify({ error: explained })}\n`)
    // The parser has already said what it did not understand.
    if (!isUsage) process.stderr.write(`${explained.message}\n`)
    return isUsage ? 2 : 1
  }
}
