import type { Command } from 'commander'
import { createBoard } from '../boards/create.ts'
import { Strict, Text, Type } from '../platform/schemas.ts'
import { findWorkspaceIdBySlug, slugSchema } from '../workspaces/create.ts'
import { asOperator, parseOptions, withInstance } from './run-command.ts'

const BoardCreate = Strict({
  workspace: Type.String(),
  name: Text({ min: 1, max: 100 }),
  slug: slugSchema,
  closed: Type.Optional(Type.Boolean()),
})

export function boardCommands(program: Command): void {
  program
    .command('board')
    .description('create boards')
    .command('create')
    .description('add a board to a workspace')
    .requiredOption('--workspace <slug>', 'whose board')
    .requiredOption('--name <name>', 'what people see')
    .requiredOption('--slug <slug>', 'its name in addresses and in boardId')
    .option('--closed', 'accept no requests')
    .option('--json', 'print one JSON object')
    .action(({ json, ...options }) =>
      withInstance('board create', { json }, async (instance) => {
        const { workspace, name, slug, closed } = parseOptions(BoardCreate, options)
        const workspaceId = await findWorkspaceIdBySlug(instance.database.db, workspace)
        const made = await asOperator(instance, workspaceId, (scope) =>
          createBoard(scope, { name, slug, acceptsRequests: closed !== true }),
        )
        return { result: made, text: `Board ${made.slug} is ready: ${made.id}` }
      }),
    )
}
