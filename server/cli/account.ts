import type { Command } from 'commander'
import { disableSecondFactor, listAccounts, lockAccountByEmail } from '../accounts/accounts.ts'
import { createPasswordResetToken } from '../accounts/recovery/password-reset.ts'
import { ensureSetupLink } from '../accounts/setup/setup.ts'
import { systemClock } from '../platform/clock.ts'
import { invalid } from '../platform/problems.ts'
import { Strict, Type } from '../platform/schemas.ts'
import { asOperator, parseOptions, withInstance } from './run-command.ts'

const Address = Strict({ email: Type.String({ 'x-text': true, format: 'email', maxLength: 254 }) })

// It is handed over by whatever way there is, not typed at once.
const resetMinutes = 24 * 60

export function accountCommands(program: Command): void {
  const account = program.command('account').description('list the accounts of people, and help them back in')

  account
    .command('list')
    .description('list all accounts')
    .option('--json', 'print one JSON object')
    .action(({ json }) =>
      withInstance('account list', { json }, async ({ database }) => {
        const accounts = await listAccounts(database.db)
        const lines = accounts.map(
          (each) => `${each.email}\t${each.isVerified ? 'verified' : 'not verified'}\t${each.workspaces}\t${each.name}`,
        )
        return { result: { accounts }, text: lines.join('\n') || 'There is no account yet: heed setup-link' }
      }),
    )

  account
    .command('reset-link')
    .description('print a link by which somebody chooses a new password, without mail')
    .requiredOption('--email <address>', 'whose')
    .option('--end-second-step', 'also turn their second step off, for a lost authenticator')
    .option('--json', 'print one JSON object')
    .action(({ json, endSecondStep: endsStep, ...options }) =>
      withInstance('account reset-link', { json }, async (instance) => {
        const { email } = parseOptions(Address, options)
        const token = await asOperator(instance, '', async (scope) => {
          const found = await lockAccountByEmail(scope.db, email)
          if (!found) throw invalid([{ path: '/email', message: 'must be the address of an account' }])
          if (endsStep) await disableSecondFactor(scope, found.id)
          return createPasswordResetToken(scope, { accountId: found.id, minutes: resetMinutes, provesAddress: false })
        })
        const url = `${instance.settings.publicUrl}/console/password/reset/${token}`
        return {
          result: { email, url },
          text: `${url}\n\nGive this link to ${email} alone. It is good once, for a day.`,
        }
      }),
    )

  program
    .command('setup-link')
    .description('print a new link for making the first account, while there is none')
    .option('--json', 'print one JSON object')
    .action(({ json }) =>
      withInstance('setup-link', { json }, async ({ database, settings }) => {
        const url = await ensureSetupLink(database, settings.publicUrl, systemClock)
        if (url === null) {
          throw new Error('There is an account already. For a lost password: heed account reset-link --email <address>')
        }
        return { result: { url }, text: `${url}\n\nGood once. Links that were printed before are good no more.` }
      }),
    )
}
