import { userInfo } from 'node:os'
import { type Command, InvalidArgumentError } from 'commander'
import { createApiKey } from '../api-keys/create.ts'
import { type ApiKeyListItem, findApiKeyWorkspaceId, listApiKeys } from '../api-keys/queries.ts'
import { revokeApiKey } from '../api-keys/revoke.ts'
import { rotateApiKey } from '../api-keys/rotate.ts'
import { leaseMs } from '../credentials/authenticate.ts'
import { type ApiScope, apiScopes } from '../platform/http/api/scopes.ts'
import { isUuid } from '../platform/ids.ts'
import { invalid } from '../platform/problems.ts'
import { Strict, Text, Type } from '../platform/schemas.ts'
import type { CommandIo } from './command-io.ts'
import { asOperator, type CliContext, findWorkspaceId, parseOptions, withInstance } from './run-command.ts'

const Expiry = Type.Optional(Type.String({ format: 'date-time' }))

const KeyCreate = Strict({
  workspace: Type.String(),
  name: Text({ min: 1, max: 100 }),
  expires: Expiry,
})

const KeyRotation = Strict({ expires: Expiry })

export function keyCommands(program: Command, io: CommandIo): void {
  const key = program.command('key').description('create, list, rotate, and revoke API keys')

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
        const expiresAt = expires === undefined ? null : futureTime(expires)
        const workspaceId = await findWorkspaceId(instance, workspace)
        const created = await asOperator(instance, workspaceId, (scope) =>
          createApiKey(scope, { name, scopes, expiresAt }, operator()),
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
        const workspaceId = await findWorkspaceId(instance, workspace)
        const keys = await asOperator(instance, workspaceId, (scope) => listApiKeys(scope))
        return {
          result: { keys: keys.map(({ state: _, preset: __, ...key }) => key) },
          text: keys.map(describeKey).join('\n') || 'This workspace has no keys yet.',
        }
      }),
    )

  rotateCommand(key, io)

  key
    .command('revoke')
    .description('revoke a key, effective immediately')
    .argument('<id>', 'the id of the key, as shown by key list')
    .option('--json', 'print one JSON object')
    .action((id: string, { json }) =>
      withInstance(io, 'key revoke', { json }, async (instance) => {
        const workspaceId = await findWorkspaceOfKey(instance, id)
        const revoked = await asOperator(instance, workspaceId, (scope) => revokeApiKey(scope, id))
        await waitForKeyCacheExpiry()
        return { result: revoked, text: `Revoked key ${id}.` }
      }),
    )
}

function rotateCommand(key: Command, io: CommandIo): void {
  key
    .command('rotate')
    .description('replace a key with a new one, which is shown only once')
    .argument('<id>', 'the id of the key, as shown by key list')
    .option(
      '--overlap <time>',
      'how long the old key keeps working: 0, or a duration such as 30m, 24h or 7d',
      parseOverlap,
      24 * 60,
    )
    .option('--expires <time>', 'when the new key expires, or "never". Default: when the old key would have expired')
    .option('--json', 'print one JSON object')
    .action((id: string, { json, overlap: overlapMinutes, ...options }) =>
      withInstance(io, 'key rotate', { json }, async (instance) => {
        const expiresAt = parseNewExpiry(options)
        const workspaceId = await findWorkspaceOfKey(instance, id)
        const { key, replacedExpiresAt } = await asOperator(instance, workspaceId, (scope) =>
          rotateApiKey(scope, id, { overlapMinutes, expiresAt }, operator()),
        )
        await waitForKeyCacheExpiry()
        const end = overlapMinutes === 0 ? 'no longer works' : `works until ${replacedExpiresAt}`
        return {
          result: { id: key.id, key: key.key, name: key.name, scopes: key.scopes, replaces: id, replacedExpiresAt },
          text: `${key.key}\n\nSave it now: it will not be shown again. Its id is ${key.id}.\nThe old key ${end}.`,
        }
      }),
    )
}

const unitMinutes: Record<string, number> = { m: 1, h: 60, d: 24 * 60 }

/** Converts a duration such as `24h` to minutes. @throws usage error */
function parseOverlap(text: string): number {
  if (text === '0') return 0
  const [, digits, unit] = /^(\d{1,6})([mhd])$/.exec(text) ?? []
  if (digits === undefined) {
    throw new InvalidArgumentError('It must be 0, or a number with m, h or d, such as 30m, 24h or 7d.')
  }
  return Number(digits) * unitMinutes[unit!]!
}

/** Returns undefined without the option, and null for never. @throws 400 */
function parseNewExpiry(options: { expires?: string }): string | null | undefined {
  if (options.expires === 'never') return null
  const { expires } = parseOptions(KeyRotation, options)
  return expires === undefined ? undefined : futureTime(expires)
}

/** Returns the time in UTC. @throws 400 if it has passed */
function futureTime(text: string): string {
  const time = new Date(text).toISOString()
  if (Date.parse(time) <= Date.now()) throw invalid([{ path: '/expires', message: 'must be in the future' }])
  return time
}

const describeKey = ({ id, prefix, state, name, lastUsedAt, expiresAt }: ApiKeyListItem): string =>
  [id, `${prefix}…`, state, name, `last used ${lastUsedAt ?? 'never'}`, `expires ${expiresAt ?? 'never'}`].join('\t')

/** Finds the workspace of a key by the id as it is typed. @throws 400, 404 */
async function findWorkspaceOfKey({ database }: CliContext, id: string): Promise<string> {
  if (!isUuid(id)) throw invalid([{ path: '/id', message: 'must be the id of a key, as shown by key list' }])
  return findApiKeyWorkspaceId(database.db, id)
}

/** Waits until no server process uses a cached lookup from before the change. */
const waitForKeyCacheExpiry = () => new Promise((resolve) => setTimeout(resolve, leaseMs))

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

/** Names the creator of a key in the list of keys. */
const operator = (): string => `command line (${userName()})`

/** Returns the name of the user, or the user id if it has no name, as in containers. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? 'unknown')
  }
}
