import type { Command } from 'commander'
import { createWorkspace, listWorkspaces, WorkspaceCreate } from '../workspaces/create.ts'
import { MailSenderUpdate, updateMailSender } from '../workspaces/mail-sender.ts'
import type { CommandIo } from './command-io.ts'
import { asOperator, findWorkspaceId, parseOptions, withInstance } from './run-command.ts'

export function workspaceCommands(program: Command, io: CommandIo): void {
  const workspace = program
    .command('workspace')
    .description('create and list workspaces, and set the sender of their mail')

  workspace
    .command('create')
    .description('create a workspace with one board that accepts requests')
    .requiredOption('--name <name>', 'the displayed name')
    .requiredOption('--slug <slug>', 'its name in URLs')
    .option('--plan <plan>', 'free, starter, or growth (default: growth, which has no cap)')
    .option('--owner-email <address>', 'the email address of its owner')
    .option('--json', 'print one JSON object')
    .action(({ json, ...options }) =>
      withInstance(io, 'workspace create', { json }, async (instance) => {
        const input = parseOptions(WorkspaceCreate, options)
        const created = await asOperator(instance, '', (scope) => createWorkspace(scope, input))
        return { result: created, text: `Created workspace ${created.slug} (${created.plan}): ${created.id}` }
      }),
    )

  workspace
    .command('mail')
    .description('set the sender of a workspace’s mail')
    .argument('<slug>', 'the slug of the workspace')
    .option('--sender-name <name>', 'the sender name (default: the name of the workspace)')
    .option('--reply-to <address>', 'the address for replies (default: MAIL_FROM)')
    .option('--json', 'print one JSON object')
    .action((slug: string, { json, ...options }) =>
      withInstance(io, 'workspace mail', { json }, async (instance) => {
        const input = parseOptions(MailSenderUpdate, options)
        const workspaceId = await findWorkspaceId(instance, slug)
        const sender = await asOperator(instance, workspaceId, (scope) => updateMailSender(scope, input))
        const text = `Mail from ${slug} uses the sender name ${sender.senderName ?? '(workspace name)'}. Replies go to ${sender.replyTo ?? 'MAIL_FROM'}.`
        return { result: { slug, ...sender }, text }
      }),
    )

  workspace
    .command('list')
    .description('list all workspaces')
    .option('--json', 'print one JSON object')
    .action(({ json }) =>
      withInstance(io, 'workspace list', { json }, async ({ database }) => {
        const workspaces = await listWorkspaces(database.db)
        const lines = workspaces.map(({ slug, name, plan, id }) => `${slug}\t${plan}\t${id}\t${name}`)
        return { result: { workspaces }, text: lines.join('\n') || 'There are no workspaces yet.' }
      }),
    )
}
