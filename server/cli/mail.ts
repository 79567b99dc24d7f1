import { type Command, InvalidArgumentError } from 'commander'
import { resumeStoppedMail } from '../notifications/preferences/resume-bounced-mail.ts'
import { type MailTestReport, sendTestMail, summarizeMailTest } from '../platform/mail/send-test.ts'
import { isSendableAddress } from '../platform/mail/sender.ts'
import { readSettings } from '../platform/settings.ts'
import type { CommandIo } from './command-io.ts'
import { asOperator, findWorkspaceId, withInstance } from './run-command.ts'

export function mailCommands(program: Command, io: CommandIo): void {
  const mail = program.command('mail').description('send a test message, and resume mail to addresses that bounced')

  mail
    .command('resume')
    .description('resume mail to addresses that were rejected three times in a row')
    .argument('<slug>', 'the slug of the workspace')
    .option('--json', 'print one JSON object')
    .action((slug: string, { json }: { json?: boolean }) =>
      withInstance(io, 'mail resume', json === undefined ? {} : { json }, async (instance) => {
        const workspaceId = await findWorkspaceId(instance, slug)
        const resumed = await asOperator(instance, workspaceId, resumeStoppedMail)
        return {
          result: { slug, resumed },
          text: `Mail to ${resumed} ${resumed === 1 ? 'address' : 'addresses'} of ${slug} has resumed.`,
        }
      }),
    )

  mail
    .command('test')
    .description('send a test message the way announcements are sent, and report the result')
    .argument('<address>', 'the recipient', addressOf)
    .option('--json', 'print one JSON object')
    .action(async (address: string, { json }: { json?: boolean }) => {
      const report = await sendTestMail(readSettings(io.env), { to: address, request })
      io.stdout.write(`${json ? JSON.stringify(report) : textOf(report)}\n`)
      if (report.outcome !== 'sent') io.exitStatus = 1
    })
}

function addressOf(text: string): string {
  if (isSendableAddress(text)) return text
  throw new InvalidArgumentError('It must be a single email address, such as ada@example.com.')
}

const request = 'An operator of this instance requested this message with: heed mail test'

function textOf(report: MailTestReport): string {
  const { from, destination, file, isEncrypted, failed, response, advice } = report
  const session = { connection: isEncrypted ? 'encrypted with TLS' : 'not encrypted', 'sign-in': signInText(report) }
  const rows = {
    from,
    ...(file === null ? { server: destination } : { file }),
    ...(isEncrypted !== null && session),
    ...(file === null && { [failed === null ? 'response' : 'reason']: response }),
  }
  const lines = Object.entries(rows).map(([name, value]) => `  ${name.padEnd(11)} ${value}`)
  return [summarizeMailTest(report), ...lines, `→ ${advice}`].join('\n')
}

const signInText = ({ isSignedIn, failed }: MailTestReport): string => {
  if (isSignedIn) return 'succeeded'
  return failed === 'sign-in' ? 'failed' : 'none'
}
