import { sql } from 'kysely'
import type { Database } from '../platform/db/database.ts'
import { prepared } from '../platform/db/prepared.ts'
import type { Authenticate, Credential } from '../platform/http/api/credentials.ts'
import type { ApiScope } from '../platform/http/api/scopes.ts'
import type { Log } from '../platform/log.ts'
import { hashApiKey, isWellFormedApiKey } from './format.ts'

/**
 * How long a process may rely on what it knows of keys, in milliseconds. A lease in the sense of Gray and Cheriton
 * (1989): whoever revokes a key waits this long before saying so, and so revocation holds for the next request
 * (contract §10). One lease covers all keys of the process and is renewed by asking which were revoked of late, or
 * had their end brought forward: so a key is looked up once, and not once a second. Expiry is checked on every request.
 */
export const keyLeaseMs = 1_000

// Keys at most that a process knows. At 300 bytes each this is 3 MB.
const maxCachedKeys = 10_000

// A change is written with its moment before it is committed, so the question goes back further than the last
// renewal: by more than a transaction may take (statement and idle time-outs in db/database.ts).
const changeWindowSeconds = 120
// Whoever has not asked for this long has missed what the question no longer covers, and starts anew. By the clock of the
// database: that of a process stands still while its machine is suspended.
const maxRenewalGapMs = 60_000

// Last use is shown to people, who care for the minute.
const lastUseFlushMs = 60_000

export interface ApiKeyAuthenticator {
  authenticate: Authenticate
  /** Writes down which keys were used, and stops doing so. */
  close(): Promise<void>
}

export function createApiKeyAuthenticator(database: Database, log: Log): ApiKeyAuthenticator {
  const recall = createKeyCache(database)
  const used = new Map<string, Credential>()

  const use = (credential: Credential | null): Credential | null => {
    if (credential === null) return null
    if (credential.expiresAt !== null && credential.expiresAt <= Date.now()) return null
    used.set(credential.keyId, credential)
    return credential
  }

  const authenticate: Authenticate = (token) => {
    const known = recall(token)
    return known instanceof Promise ? known.then(use) : use(known)
  }

  const writeUse = async () => {
    const keys = [...used.values()]
    used.clear()
    if (keys.length === 0) return
    await recordKeyUse(database, keys).catch((error) => log.warn({ err: error }, 'last use of keys was not written'))
  }
  const timer = setInterval(writeUse, lastUseFlushMs).unref()

  return {
    authenticate,
    async close() {
      clearInterval(timer)
      await writeUse()
    },
  }
}

/** Keys that were looked up and, as of a second ago at most, not changed. @returns at once what it knows. */
function createKeyCache(database: Database): (token: string) => Credential | null | Promise<Credential | null> {
  const known = new Map<string, Credential>()
  const tokens = new Map<string, string>()
  let leaseBegan = Number.NEGATIVE_INFINITY
  let renewedAt = 0
  let renewals = 0
  let renewal: Promise<void> | null = null

  const forget = (token: string): void => {
    const credential = known.get(token)
    known.delete(token)
    if (credential) tokens.delete(credential.keyId)
  }

  const renew = async (): Promise<void> => {
    // The lease begins before the question, since the answer may be as old as that.
    const began = performance.now()
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
    leaseBegan = began
  }

  const learn = async (token: string): Promise<Credential | null> => {
    const renewalsBefore = renewals
    const credential = await findActiveKey(database, token)
    // If a renewal was asked for meanwhile, the key may have changed after the look-up and before that question.
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
    return performance.now() - leaseBegan < keyLeaseMs ? credential : afterRenewal(token)
  }
}

const since = (seconds: number) => sql<string>`clock_timestamp() - make_interval(secs => ${seconds})`

// Each half by an index of its own, which holds few keys.
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

/** One statement for all keys of the last minute, in the order of their ids so that processes do not deadlock. */
async function recordKeyUse({ db }: Database, keys: Credential[]): Promise<void> {
  await sql`
    update api_keys set last_used_at = now()
    from (select k.workspace_id, k.id from api_keys k
          join unnest(${keys.map(({ workspaceId }) => workspaceId)}::uuid[], ${keys.map(({ keyId }) => keyId)}::uuid[])
            as used (workspace_id, id) on k.workspace_id = used.workspace_id and k.id = used.id
          order by k.id for update of k) as locked
    where api_keys.workspace_id = locked.workspace_id and api_keys.id = locked.id`.execute(db)
}
