import type { Command } from 'commander'
import { createTag } from '../tags/create.ts'
import { TagCreate } from '../tags/schema.ts'
import type { CommandIo } from './command-io.ts'
import { asOperator, findWorkspaceId, parseOptions, withInstance } from './run-command.ts'

export function tagCommands(program: Command, io: CommandIo): void {
  program
    .command('tag')
    .description('create tags')
    .command('create')
    .description('create a tag for changelog entries')
    .requiredOption('--workspace <slug>', 'the workspace')
    .requiredOption('--name <name>', 'unique in the workspace, ignoring case')
    .requiredOption('--color <color>', 'such as #22aa55')
    .option('--json', 'print one JSON object')
    .action(({ json, workspace, ...options }) =>
      withInstance(io, 'tag create', { json }, async (instance) => {
        const input = parseOptions(TagCreate, { ...options, color: options.color.toLowerCase() })
        const workspaceId = await findWorkspaceId(instance, workspace)
        const tag = await asOperator(instance, workspaceId, (scope) => createTag(scope, input))
        return { result: tag, text: `Created tag ${tag.name}: ${tag.id}` }
      }),
    )
}
