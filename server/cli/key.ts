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
import { asOperator, parseOptions, withInstance } from './run-command.ts'

const KeyCreate = Strict({
  workspace: Type.String(),
  name: Text({ min: 1, max: 100 }),
  expires: Type.Optional(Type.String({ format: 'date-time' })),
})

export function keyCommands(program: Command): void {
  const key = program.command('key').description('create, list and revoke API keys')

  key
    .command('create')
    .description('make an API key; it is shown this one time')
    .requiredOption('--workspace <slug>', 'whose key')
    .requiredOption('--name <name>', 'what it is for')
    .requiredOption('--scopes <list>', `"all", or some of ${apiScopes.join(',')}`, parseScopes)
    .option('--expires <time>', 'when it stops working, such as 2027-01-01T00:00:00Z')
    .option('--json', 'print one JSON object')
    .action(({ json, scopes, ...options }) =>
      withInstance('key create', { json }, async (instance) => {
        const { workspace, name, expires } = parseOptions(KeyCreate, options)
        const expiresAt = expires === undefined ? null : new Date(expires).toISOString()
        if (expiresAt !== null && Date.parse(expiresAt) <= Date.now()) {
          throw invalid([{ path: '/expires', message: 'must be in the future' }])
        }
        const workspaceId = await findWorkspaceIdBySlug(instance.database.db, workspace)
        const made = await asOperator(instance, workspaceId, (scope) =>
          createApiKey(scope, { name, scopes, expiresAt }, `command line (${userName()})`),
        )
        return { result: made, text: `${made.key}\n\nKeep it: it is not shown again. Its id is ${made.id}.` }
      }),
    )

  key
    .command('list')
    .description('list the keys of a workspace')
    .requiredOption('--workspace <slug>', 'whose keys')
    .option('--json', 'print one JSON object')
    .action(({ json, workspace }) =>
      withInstance('key list', { json }, async (instance) => {
        const workspaceId = await findWorkspaceIdBySlug(instance.database.db, workspace)
        const keys = await asOperator(instance, workspaceId, (scope) => listApiKeys(scope))
        const lines = keys.map(({ id, prefix, state, name }) => `${id}\t${prefix}…\t${state}\t${name}`)
        return {
          result: { keys: keys.map(({ state: _, preset: __, ...key }) => key) },
          text: lines.join('\n') || 'This workspace has no key yet.',
        }
      }),
    )

  key
    .command('revoke')
    .description('make a key useless from the next request on')
    .argument('<id>', 'the id of the key, from key list')
    .option('--json', 'print one JSON object')
    .action((id: string, { json }) =>
      withInstance('key revoke', { json }, async (instance) => {
        if (!isUuid(id)) throw invalid([{ path: '/id', message: 'must be the id of a key, from key list' }])
        const workspaceId = await findApiKeyWorkspaceId(instance.database.db, id)
        const revoked = await asOperator(instance, workspaceId, (scope) => revokeApiKey(scope, id))
        // No server process relies on an older look-up of this key any more.
        await new Promise((resolve) => setTimeout(resolve, keyLeaseMs))
        return { result: revoked, text: `Key ${id} is revoked.` }
      }),
    )
}

function parseScopes(text: string): ApiScope[] {
  if (text === 'all') return [...apiScopes]
  const wanted = [...new Set(text.split(',').map((name) => name.trim()))]
  const unknown = wanted.filter((name) => !apiScopes.includes(name as ApiScope))
  if (unknown.length > 0) {
    throw new InvalidArgumentError(
      `${unknown.join(', ') || '(empty)'}: not a scope. Known: all, ${apiScopes.join(', ')}.`,
    )
  }
  return wanted as ApiScope[]
}

/** Who types. A user id without a name, as in containers, has none. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? 'unknown')
  }
}
