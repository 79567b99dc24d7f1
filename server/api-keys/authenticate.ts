import { sql } from 'kysely'
import type { Database } from '../platform/db/database.ts'
import { prepared } from '../platform/db/prepared.ts'
import type { Authenticate, Credential } from '../platform/http/api/credentials.ts'
import type { ApiScope } from '../platform/http/api/scopes.ts'
import type { Log } from '../platform/log.ts'
import { hashApiKey, isWellFormedApiKey } from './format.ts'

/**
 * How long a process may trust its cached keys, in milliseconds. A lease (Gray and Cheriton, 1989): a revocation is
 * reported only after this time, so that it holds for the next request (contract §10). One lease covers all keys of the
 * process. Renewing it asks which keys were revoked or got an earlier expiry since, so each key is looked up only once
 * instead of once a second. Expiry is checked on every request.
 */
export const keyLeaseMs = 1_000

// The most keys that a process caches: 3 MB at 300 bytes each.
const maxCachedKeys = 10_000

// A change is timestamped before it is committed. A renewal therefore looks back beyond the previous one by more than a
// transaction can take (statement and idle timeouts in db/database.ts).
const changeWindowSeconds = 120
// A process that has not renewed for this long may have missed changes, and clears its cache. Measured by the
// database's clock, because a process's own clock stops while its machine is suspended.
const maxRenewalGapMs = 60_000

// The last use is only shown to people, so a precision of minutes is enough.
const lastUseFlushMs = 60_000

export interface ApiKeyAuthenticator {
  authenticate: Authenticate
  /** Records the last use of keys a final time, and stops. */
  close(): Promise<void>
}

export function createApiKeyAuthenticator(database: Database, log: Log): ApiKeyAuthenticator {
  const findCached = createKeyCache(database)
  const used = new Map<string, Credential>()

  const use = (credential: Credential | null): Credential | null => {
    if (credential === null) return null
    if (credential.expiresAt !== null && credential.expiresAt <= Date.now()) return null
    used.set(credential.keyId, credential)
    return credential
  }

  const authenticate: Authenticate = (token) => {
    const known = findCached(token)
    return known instanceof Promise ? known.then(use) : use(known)
  }

  const flushLastUse = async () => {
    const keys = [...used.values()]
    used.clear()
    if (keys.length === 0) return
    await recordKeyUse(database, keys).catch((error) =>
      log.warn({ err: error }, 'the last use of API keys was not recorded'),
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

/** Caches keys that were looked up and have not changed as of a second ago. Returns a cached key synchronously. */
function createKeyCache(database: Database): (token: string) => Credential | null | Promise<Credential | null> {
  const known = new Map<string, Credential>()
  const tokens = new Map<string, string>()
  let leaseStartedAt = Number.NEGATIVE_INFINITY
  let renewedAt = 0
  let renewals = 0
  let renewal: Promise<void> | null = null

  const forget = (token: string): void => {
    const credential = known.get(token)
    known.delete(token)
    if (credential) tokens.delete(credential.keyId)
  }

  const renew = async (): Promise<void> => {
    // The lease starts before the query, since its result may be that old.
    const startedAt = performance.now()
    renewals += 1
    const { now, ids } = (await selectRecentlyChangedKeys(database.db, { seconds: changeWindowSeconds }))[0]!
    if (Date.parse(now) - renewedAt > maxRenewalGapMs) {
      known.clear()
      tokens.clear()
    }
    renewedAt = Date.parse(now)
    for (const id of ids) {
      const token = tokens.get(id)
      if (token !== undefined) forget(token)
    }
    leaseStartedAt = startedAt
  }

  const learn = async (token: string): Promise<Credential | null> => {
    const renewalsBefore = renewals
    const credential = await findActiveKey(database, token)
    // If a renewal ran meanwhile, the key may have changed between the lookup and the renewal's query.
    if (credential === null || renewals !== renewalsBefore) return credential
    if (known.size >= maxCachedKeys) forget(known.keys().next().value!)
    known.set(token, credential)
    tokens.set(credential.keyId, token)
    return credential
  }

  const afterRenewal = async (token: string): Promise<Credential | null> => {
    renewal ??= renew().finally(() => {
      renewal = null
    })
    await renewal
    return known.get(token) ?? learn(token)
  }

  return (token) => {
    const credential = known.get(token)
    if (credential === undefined) return isWellFormedApiKey(token) ? learn(token) : null
    return performance.now() - leaseStartedAt < keyLeaseMs ? credential : afterRenewal(token)
  }
}

const since = (seconds: number) => sql<string>`clock_timestamp() - make_interval(secs => ${seconds})`

// Each half uses its own index, which holds few keys.
const selectRecentlyChangedKeys = prepared((db, { seconds }: { seconds: number }) =>
  db.selectNoFrom(({ selectFrom }) => [
    sql<string>`clock_timestamp()`.as('now'),
    sql<string[]>`array(${selectFrom('api_keys').select('id').where('revoked_at', '>', since(seconds))}
      union all ${selectFrom('api_keys').select('id').where('expiry_changed_at', '>', since(seconds))})`.as('ids'),
  ]),
)

async function findActiveKey({ db }: Database, token: string): Promise<Credential | null> {
  const [row] = await selectActiveKey(db, { hash: hashApiKey(token) })
  if (!row) return null
  return {
    keyId: row.id,
    workspaceId: row.workspace_id,
    scopes: new Set(row.scopes as ApiScope[]),
    expiresAt: row.expires_at === null ? null : Date.parse(row.expires_at),
  }
}

const selectActiveKey = prepared((db, { hash }: { hash: Buffer }) =>
  db
    .selectFrom('api_keys')
    .select(['id', 'workspace_id', 'scopes', 'expires_at'])
    .where('hash', '=', hash)
    .where('revoked_at', 'is', null),
)

/** Records the last minute's use in one statement, in the order of the ids so that processes do not deadlock. */
async function recordKeyUse({ db }: Database, keys: Credential[]): Promise<void> {
  await sql`
    update api_keys set last_used_at = now()
    from (select k.workspace_id, k.id from api_keys k
          join unnest(${keys.map(({ workspaceId }) => workspaceId)}::uuid[], ${keys.map(({ keyId }) => keyId)}::uuid[])
            as used (workspace_id, id) on k.workspace_id = used.workspace_id and k.id = used.id
          order by k.id for update of k) as locked
    where api_keys.workspace_id = locked.workspace_id and api_keys.id = locked.id`.execute(db)
}
