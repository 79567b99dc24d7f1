import { sql } from 'kysely'
import { isWellFormedApiKey } from '../api-keys/format.ts'
import { isWellFormedAccessToken } from '../apps/tokens/format.ts'
import type { Database } from '../platform/db/database.ts'
import { prepared } from '../platform/db/prepared.ts'
import type { ApiResource, Authenticate, Credential } from '../platform/http/api/credentials.ts'
import type { Log } from '../platform/log.ts'
import { findAccessToken } from './find-access-token.ts'
import { findKey } from './find-key.ts'

/**
 * How long a process may trust its cached credentials, in milliseconds. A lease (Gray and Cheriton, 1989): a revocation is
 * reported only after this time, so that it holds for the next request (contract §10). One lease covers all keys and
 * access tokens of the process. Renewing it asks which keys were revoked or got an earlier expiry since, and which
 * authorizations of apps ended or changed, so each token is looked up only once instead of once a second. Expiry is
 * checked on every request.
 */
export const leaseMs = 1_000

// The most tokens that a process caches: 3 MB at 300 bytes each.
const maxCachedTokens = 10_000

// A change is timestamped before it is committed. A renewal therefore looks back beyond the previous one by more than a
// transaction can take (statement and idle timeouts in db/database.ts).
const changeWindowSeconds = 120
// A process that has not renewed for this long may have missed changes, and clears its cache. Measured by the
// database's clock, because a process's own clock stops while its machine is suspended.
const maxRenewalGapMs = 60_000

// The last use is only shown to people, so a precision of minutes is enough.
const lastUseFlushMs = 60_000

export interface Authenticator {
  authenticate: Authenticate
  /** Records the last use of keys and authorizations a final time, and stops. */
  close(): Promise<void>
}

export function createAuthenticator(database: Database, log: Log): Authenticator {
  const findCached = createCache(database)
  const used = new Map<string, Credential>()

  const use = (credential: Credential | null, resource: ApiResource): Credential | null => {
    if (credential === null || !credential.resources.has(resource)) return null
    if (credential.expiresAt !== null && credential.expiresAt <= Date.now()) return null
    used.set(credential.id, credential)
    return credential
  }

  const authenticate: Authenticate = (token, resource) => {
    const known = findCached(token)
    return known instanceof Promise ? known.then((credential) => use(credential, resource)) : use(known, resource)
  }

  const flushLastUse = async () => {
    const credentials = [...used.values()]
    used.clear()
    if (credentials.length === 0) return
    await recordUse(database, credentials).catch((error) =>
      log.warn({ err: error }, 'the last use of API keys and apps was not recorded'),
    )
  }
  const timer = setInterval(flushLastUse, lastUseFlushMs).unref()

  return {
    authenticate,
    async close() {
      clearInterval(timer)
      await flushLastUse()
    },
  }
}

type Find = (database: Database, token: string) => Promise<Credential | null>

/** Returns the lookup for a token, by its format; null if the text is not a token. */
function finderOf(token: string): Find | null {
  if (isWellFormedApiKey(token)) return findKey
  return isWellFormedAccessToken(token) ? findAccessToken : null
}

/** Caches tokens that were looked up and have not changed as of a second ago. Returns a cached credential synchronously. */
function createCache(database: Database): (token: string) => Credential | null | Promise<Credential | null> {
  const known = new Map<string, Credential>()
  /** The cached tokens of each key or authorization. */
  const tokens = new Map<string, Set<string>>()
  let leaseStartedAt = Number.NEGATIVE_INFINITY
  let renewedAt = 0
  let renewals = 0
  let renewal: Promise<void> | null = null

  const forget = (token: string): void => {
    const credential = known.get(token)
    if (credential === undefined) return
    known.delete(token)
    const siblings = tokens.get(credential.id)
    siblings?.delete(token)
    if (siblings?.size === 0) tokens.delete(credential.id)
  }

  const renew = async (): Promise<void> => {
    // The lease starts before the query, since its result may be that old.
    const startedAt = performance.now()
    renewals += 1
    const { now, ids } = (await selectRecentlyChanged(database.db, { seconds: changeWindowSeconds }))[0]!
    if (Date.parse(now) - renewedAt > maxRenewalGapMs) {
      known.clear()
      tokens.clear()
    }
    renewedAt = Date.parse(now)
    for (const id of ids) for (const token of tokens.get(id) ?? []) forget(token)
    leaseStartedAt = startedAt
  }

  const learn = async (find: Find, token: string): Promise<Credential | null> => {
    const renewalsBefore = renewals
    const credential = await find(database, token)
    // If a renewal ran meanwhile, the token may have changed between the lookup and the renewal's query.
    if (credential === null || renewals !== renewalsBefore) return credential
    if (known.size >= maxCachedTokens) forget(known.keys().next().value!)
    known.set(token, credential)
    tokens.getOrInsertComputed(credential.id, () => new Set()).add(token)
    return credential
  }

  const afterRenewal = async (token: string): Promise<Credential | null> => {
    renewal ??= renew().finally(() => {
      renewal = null
    })
    await renewal
    return known.get(token) ?? learn(finderOf(token)!, token)
  }

  return (token) => {
    const credential = known.get(token)
    if (credential !== undefined) {
      return performance.now() - leaseStartedAt < leaseMs ? credential : afterRenewal(token)
    }
    const find = finderOf(token)
    return find === null ? null : learn(find, token)
  }
}

const since = (seconds: number) => sql<string>`clock_timestamp() - make_interval(secs => ${seconds})`

// Each part uses its own index, which holds few rows.
const selectRecentlyChanged = prepared((db, { seconds }: { seconds: number }) =>
  db.selectNoFrom(({ selectFrom }) => [
    sql<string>`clock_timestamp()`.as('now'),
    sql<string[]>`array(${selectFrom('api_keys').select('id').where('revoked_at', '>', since(seconds))}
      union all ${selectFrom('api_keys').select('id').where('expiry_changed_at', '>', since(seconds))}
      union all ${selectFrom('app_authorizations').select('id').where('changed_at', '>', since(seconds))})`.as('ids'),
  ]),
)

/** Records the last minute's use, in the order of the ids so that processes do not deadlock. */
async function recordUse({ db }: Database, credentials: Credential[]): Promise<void> {
  for (const [type, table] of Object.entries(usedTables)) {
    const used = credentials.filter((each) => each.type === type)
    if (used.length === 0) continue
    const ids = used.map(({ id }) => id)
    const workspaceIds = used.map(({ workspaceId }) => workspaceId)
    await sql`
      update ${sql.table(table)} r set last_used_at = now()
      from (select k.workspace_id, k.id from ${sql.table(table)} k
            join unnest(${workspaceIds}::uuid[], ${ids}::uuid[]) as used (workspace_id, id)
              on k.workspace_id = used.workspace_id and k.id = used.id
            order by k.id for update of k) as locked
      where r.workspace_id = locked.workspace_id and r.id = locked.id`.execute(db)
  }
}

const usedTables = { key: 'api_keys', app: 'app_authorizations' } as const satisfies Record<Credential['type'], string>
