import { type Command, InvalidArgumentError } from 'commander'
import { resumeStoppedMail } from '../notifications/preferences/resume-bounced-mail.ts'
import { type MailTestReport, sendTestMail, summarizeMailTest } from '../platform/mail/send-test.ts'
import { isSendableAddress } from '../platform/mail/sender.ts'
import { readSettings } from '../platform/settings.ts'
import { findWorkspaceIdBySlug } from '../workspaces/create.ts'
import { asOperator, withInstance } from './run-command.ts'

export function mailCommands(program: Command): void {
  const mail = program.command('mail').description('try out mail, and have stopped addresses written to again')

  mail
    .command('resume')
    .description('write again to the addresses of a workspace that were refused three times in a row')
    .argument('<slug>', 'whose customers')
    .option('--json', 'print one JSON object')
    .action((slug: string, { json }: { json?: boolean }) =>
      withInstance('mail resume', json === undefined ? {} : { json }, async (instance) => {
        const workspaceId = await findWorkspaceIdBySlug(instance.database.db, slug)
        const resumed = await asOperator(instance, workspaceId, resumeStoppedMail)
        return {
          result: { slug, resumed },
          text: `${resumed} ${resumed === 1 ? 'address' : 'addresses'} of ${slug} will be written to again.`,
        }
      }),
    )

  mail
    .command('test')
    .description('send one message as announcements are sent, and tell what became of it')
    .argument('<address>', 'to whom', addressOf)
    .option('--json', 'print one JSON object')
    .action(async (address: string, { json }: { json?: boolean }) => {
      const report = await sendTestMail(readSettings(process.env), { to: address, request })
      process.stdout.write(`${json ? JSON.stringify(report) : textOf(report)}\n`)
      if (report.outcome !== 'sent') process.exitCode = 1
    })
}

function addressOf(text: string): string {
  if (isSendableAddress(text)) return text
  throw new InvalidArgumentError('It must be one address, such as ada@example.com.')
}

const request = 'Somebody who operates it has asked for this message: heed mail test'

function textOf(report: MailTestReport): string {
  const { from, destination, file, isEncrypted, failed, words, advice } = report
  const session = { connection: isEncrypted ? 'encrypted with TLS' : 'not encrypted', 'sign-in': signInWords(report) }
  const rows = {
    from,
    ...(file === null ? { server: destination } : { file }),
    ...(isEncrypted !== null && session),
    ...(file === null && { [failed === null ? 'answer' : 'reason']: words }),
  }
  const lines = Object.entries(rows).map(([name, value]) => `  ${name.padEnd(11)} ${value}`)
  return [summarizeMailTest(report), ...lines, `→ ${advice}`].join('\n')
}

const signInWords = ({ isSignedIn, failed }: MailTestReport): string => {
  if (isSignedIn) return 'done'
  return failed === 'sign-in' ? 'refused' : 'none'
}
