import type { Command } from 'commander'
import { createWorkspace, findWorkspaceIdBySlug, listWorkspaces, WorkspaceCreate } from '../workspaces/create.ts'
import { MailSenderUpdate, updateMailSender } from '../workspaces/mail-sender.ts'
import { asOperator, parseOptions, withInstance } from './run-command.ts'

export function workspaceCommands(program: Command): void {
  const workspace = program
    .command('workspace')
    .description('create and list workspaces, and set how their mail is signed')

  workspace
    .command('create')
    .description('make a workspace with one board that accepts requests')
    .requiredOption('--name <name>', 'what people see')
    .requiredOption('--slug <slug>', 'its name in addresses')
    .option('--plan <plan>', 'free, starter or growth (default: growth, which has no cap)')
    .option('--owner-email <address>', 'who owns it')
    .option('--json', 'print one JSON object')
    .action(({ json, ...options }) =>
      withInstance('workspace create', { json }, async (instance) => {
        const input = parseOptions(WorkspaceCreate, options)
        const made = await asOperator(instance, '', (scope) => createWorkspace(scope, input))
        return { result: made, text: `Workspace ${made.slug} (${made.plan}) is ready: ${made.id}` }
      }),
    )

  workspace
    .command('mail')
    .description('set how its mail is signed')
    .argument('<slug>', 'whose mail')
    .option('--sender-name <name>', 'who it comes from (default: the name of the workspace)')
    .option('--reply-to <address>', 'where answers go (default: MAIL_FROM)')
    .option('--json', 'print one JSON object')
    .action((slug: string, { json, ...options }) =>
      withInstance('workspace mail', { json }, async (instance) => {
        const input = parseOptions(MailSenderUpdate, options)
        const workspaceId = await findWorkspaceIdBySlug(instance.database.db, slug)
        const signed = await asOperator(instance, workspaceId, (scope) => updateMailSender(scope, input))
        const text = `Mail of ${slug} comes from ${signed.senderName ?? 'its name'}; answers go to ${signed.replyTo ?? 'MAIL_FROM'}.`
        return { result: { slug, ...signed }, text }
      }),
    )

  workspace
    .command('list')
    .description('list all workspaces')
    .option('--json', 'print one JSON object')
    .action(({ json }) =>
      withInstance('workspace list', { json }, async ({ database }) => {
        const workspaces = await listWorkspaces(database.db)
        const lines = workspaces.map(({ slug, name, plan, id }) => `${slug}\t${plan}\t${id}\t${name}`)
        return { result: { workspaces }, text: lines.join('\n') || 'There is no workspace yet.' }
      }),
    )
}
