import type { Command } from 'commander'
import { createWorkspace, listWorkspaces, WorkspaceCreate } from '../workspaces/create.ts'
import { asOperator, checked, withInstance } from './command.ts'

export function workspaceCommands(program: Command): void {
  const workspace = program.command('workspace').description('create and list workspaces')

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
        const input = checked(WorkspaceCreate, options)
        const made = await asOperator(instance, '', (scope) => createWorkspace(scope, input))
        return { result: made, text: `Workspace ${made.slug} (${made.plan}) is ready: ${made.id}` }
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
