import type { Command } from 'commander'
import { createPasswordResetToken } from '../accounts/recovery/password-reset.ts'
import { ensureSetupLink } from '../accounts/setup/setup.ts'
import { disableSecondFactor, listAccounts, lockAccountByEmail } from '../accounts/store.ts'
import { systemClock } from '../platform/clock.ts'
import { invalid } from '../platform/problems.ts'
import { Strict, Type } from '../platform/schemas.ts'
import type { CommandIo } from './command-io.ts'
import { asOperator, parseOptions, withInstance } from './run-command.ts'

const AccountOptions = Strict({ email: Type.String({ 'x-text': true, format: 'email', maxLength: 254 }) })

// The operator has to pass the link on, so it stays valid for a day.
const resetMinutes = 24 * 60

export function accountCommands(program: Command, io: CommandIo): void {
  const command = program.command('account').description('list accounts and help people sign in again')

  command
    .command('list')
    .description('list all accounts')
    .option('--json', 'print one JSON object')
    .action(({ json }) =>
      withInstance(io, 'account list', { json }, async ({ database }) => {
        const accounts = await listAccounts(database.db)
        const lines = accounts.map(
          (each) => `${each.email}\t${each.isVerified ? 'verified' : 'not verified'}\t${each.workspaces}\t${each.name}`,
        )
        return {
          result: { accounts },
          text: lines.join('\n') || 'There are no accounts yet. Create the first one with: heed setup-link',
        }
      }),
    )

  command
    .command('reset-link')
    .description('print a link for setting a new password, without email')
    .requiredOption('--email <address>', 'the email address of the account')
    .option('--disable-two-factor', 'also turn off two-factor authentication, for a lost authenticator')
    .option('--json', 'print one JSON object')
    .action(({ json, disableTwoFactor, ...options }) =>
      withInstance(io, 'account reset-link', { json }, async (instance) => {
        const { email } = parseOptions(AccountOptions, options)
        const token = await asOperator(instance, '', async (scope) => {
          const account = await lockAccountByEmail(scope.db, email)
          if (!account) throw invalid([{ path: '/email', message: 'must be the address of an account' }])
          if (disableTwoFactor) await disableSecondFactor(scope, account.id)
          return createPasswordResetToken(scope, { accountId: account.id, minutes: resetMinutes, verifiesEmail: false })
        })
        const url = `${instance.settings.publicUrl}/console/password/reset/${token}`
        return {
          result: { email, url },
          text: `${url}\n\nGive this link only to ${email}. It works once, within a day.`,
        }
      }),
    )

  program
    .command('setup-link')
    .description('print a new link for creating the first account, if there is none')
    .option('--json', 'print one JSON object')
    .action(({ json }) =>
      withInstance(io, 'setup-link', { json }, async ({ database, settings }) => {
        const url = await ensureSetupLink(database, settings.publicUrl, systemClock)
        if (url === null) {
          throw new Error(
            'There is already an account. For a lost password, run: heed account reset-link --email <address>',
          )
        }
        return { result: { url }, text: `${url}\n\nIt works once. Links that were printed earlier no longer work.` }
      }),
    )
}
