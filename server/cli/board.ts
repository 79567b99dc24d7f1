import type { Command } from 'commander'
import { createBoard } from '../boards/create.ts'
import { Strict, Text, Type } from '../platform/schemas.ts'
import { slugSchema } from '../workspaces/create.ts'
import type { CommandIo } from './command-io.ts'
import { asOperator, findWorkspaceId, parseOptions, withInstance } from './run-command.ts'

const BoardCreate = Strict({
  workspace: Type.String(),
  name: Text({ min: 1, max: 100 }),
  slug: slugSchema,
  closed: Type.Optional(Type.Boolean()),
})

export function boardCommands(program: Command, io: CommandIo): void {
  program
    .command('board')
    .description('create boards')
    .command('create')
    .description('create a board in a workspace')
    .requiredOption('--workspace <slug>', 'the workspace')
    .requiredOption('--name <name>', 'the displayed name')
    .requiredOption('--slug <slug>', 'its name in URLs and in boardId')
    .option('--closed', 'accept no new requests')
    .option('--json', 'print one JSON object')
    .action(({ json, ...options }) =>
      withInstance(io, 'board create', { json }, async (instance) => {
        const { workspace, name, slug, closed } = parseOptions(BoardCreate, options)
        const workspaceId = await findWorkspaceId(instance, workspace)
        const board = await asOperator(instance, workspaceId, (scope) =>
          createBoard(scope, { name, slug, acceptsRequests: closed !== true }),
        )
        return { result: board, text: `Created board ${board.slug}: ${board.id}` }
      }),
    )
}
