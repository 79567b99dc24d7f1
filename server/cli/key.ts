import { userInfo } from 'node:os'
import { type Command, InvalidArgumentError } from 'commander'
import { keyLeaseMs } from '../api-keys/authenticate.ts'
import { createApiKey } from '../api-keys/create.ts'
import { findApiKeyWorkspaceId, listApiKeys } from '../api-keys/queries.ts'
import { revokeApiKey } from '../api-keys/revoke.ts'
import { type ApiScope, apiScopes } from '../platform/http/api/scopes.ts'
import { isUuid } from '../platform/ids.ts'
import { invalid } from '../platform/problems.ts'
import { Strict, Text, Type } from '../platform/schemas.ts'
import { findWorkspaceIdBySlug } from '../workspaces/create.ts'
import type { CommandIo } from './command-io.ts'
import { asOperator, parseOptions, withInstance } from './run-command.ts'

const KeyCreate = Strict({
  workspace: Type.String(),
  name: Text({ min: 1, max: 100 }),
  expires: Type.Optional(Type.String({ format: 'date-time' })),
})

export function keyCommands(program: Command, io: CommandIo): void {
  const key = program.command('key').description('create, list, and revoke API keys')

  key
    .command('create')
    .description('create an API key, which is shown only once')
    .requiredOption('--workspace <slug>', 'the workspace')
    .requiredOption('--name <name>', 'a name that says what the key is for')
    .requiredOption('--scopes <list>', `"all", or some of ${apiScopes.join(',')}`, parseScopes)
    .option('--expires <time>', 'when it expires, such as 2027-01-01T00:00:00Z')
    .option('--json', 'print one JSON object')
    .action(({ json, scopes, ...options }) =>
      withInstance(io, 'key create', { json }, async (instance) => {
        const { workspace, name, expires } = parseOptions(KeyCreate, options)
        const expiresAt = expires === undefined ? null : new Date(expires).toISOString()
        if (expiresAt !== null && Date.parse(expiresAt) <= Date.now()) {
          throw invalid([{ path: '/expires', message: 'must be in the future' }])
        }
        const workspaceId = await findWorkspaceIdBySlug(instance.database.db, workspace)
        const created = await asOperator(instance, workspaceId, (scope) =>
          createApiKey(scope, { name, scopes, expiresAt }, `command line (${userName()})`),
        )
        return {
          result: created,
          text: `${created.key}\n\nSave it now: it will not be shown again. Its id is ${created.id}.`,
        }
      }),
    )

  key
    .command('list')
    .description('list the keys of a workspace')
    .requiredOption('--workspace <slug>', 'the workspace')
    .option('--json', 'print one JSON object')
    .action(({ json, workspace }) =>
      withInstance(io, 'key list', { json }, async (instance) => {
        const workspaceId = await findWorkspaceIdBySlug(instance.database.db, workspace)
        const keys = await asOperator(instance, workspaceId, (scope) => listApiKeys(scope))
        const lines = keys.map(({ id, prefix, state, name }) => `${id}\t${prefix}…\t${state}\t${name}`)
        return {
          result: { keys: keys.map(({ state: _, preset: __, ...key }) => key) },
          text: lines.join('\n') || 'This workspace has no keys yet.',
        }
      }),
    )

  key
    .command('revoke')
    .description('revoke a key, effective immediately')
    .argument('<id>', 'the id of the key, as shown by key list')
    .option('--json', 'print one JSON object')
    .action((id: string, { json }) =>
      withInstance(io, 'key revoke', { json }, async (instance) => {
        if (!isUuid(id)) throw invalid([{ path: '/id', message: 'must be the id of a key, as shown by key list' }])
        const workspaceId = await findApiKeyWorkspaceId(instance.database.db, id)
        const revoked = await asOperator(instance, workspaceId, (scope) => revokeApiKey(scope, id))
        // After this time, no server process uses a cached lookup of this key.
        await new Promise((resolve) => setTimeout(resolve, keyLeaseMs))
        return { result: revoked, text: `Revoked key ${id}.` }
      }),
    )
}

function parseScopes(text: string): ApiScope[] {
  if (text === 'all') return [...apiScopes]
  const names = [...new Set(text.split(',').map((name) => name.trim()))]
  const unknown = names.filter((name) => !apiScopes.includes(name as ApiScope))
  if (unknown.length > 0) {
    throw new InvalidArgumentError(
      `${unknown.join(', ') || '(empty)'}: not a scope. Known: all, ${apiScopes.join(', ')}.`,
    )
  }
  return names as ApiScope[]
}

/** Returns the name of the user, or the user id if it has no name, as in containers. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? 'unknown')
  }
}
