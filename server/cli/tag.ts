import type { Command } from 'commander'
import { createTag } from '../tags/create.ts'
import { TagCreate } from '../tags/schema.ts'
import { findWorkspaceIdBySlug } from '../workspaces/create.ts'
import { asOperator, parseOptions, withInstance } from './run-command.ts'

export function tagCommands(program: Command): void {
  program
    .command('tag')
    .description('create tags')
    .command('create')
    .description('add a tag for changelog entries')
    .requiredOption('--workspace <slug>', 'whose tag')
    .requiredOption('--name <name>', 'unique in the workspace, without regard to case')
    .requiredOption('--color <color>', 'such as #22aa55')
    .option('--json', 'print one JSON object')
    .action(({ json, workspace, ...options }) =>
      withInstance('tag create', { json }, async (instance) => {
        const input = parseOptions(TagCreate, { ...options, color: options.color.toLowerCase() })
        const workspaceId = await findWorkspaceIdBySlug(instance.database.db, workspace)
        const made = await asOperator(instance, workspaceId, (scope) => createTag(scope, input))
        return { result: made, text: `Tag ${made.name} is ready: ${made.id}` }
      }),
    )
}
