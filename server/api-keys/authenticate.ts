import { sql } from 'kysely'
import type { Database } from '../platform/db/database.ts'
import { prepared } from '../platform/db/prepared.ts'
import type { Authenticate, Credential } from '../platform/http/credentials.ts'
import type { ScopeName } from '../platform/http/operations.ts'
import type { Log } from '../platform/log.ts'
import { hashKey, isWellFormedKey } from './format.ts'

/**
 * How long a process may rely on having looked a key up, in milliseconds. A lease in the sense of Gray and Cheriton
 * (1989): whoever revokes a key waits this long before saying so, and so revocation holds for the next request
 * (contract §10) while a busy key costs one look-up a second. Expiry is checked on every request.
 */
export const leaseMs = 1_000

// Keys at most that leases are held for. At 200 bytes each this is 2 MB.
const leasesAtMost = 10_000

// Last use is shown to people, who care for the minute.
const useWrittenEveryMs = 60_000

interface Lease {
  credential: Credential
  until: number
}

export interface KeyRing {
  authenticate: Authenticate
  /** Writes down which keys were used, and stops doing so. */
  close(): Promise<void>
}

export function createKeyRing(database: Database, log: Log): KeyRing {
  const leases = new Map<string, Lease>()
  const used = new Map<string, Credential>()

  const authenticate: Authenticate = async (token) => {
    if (!isWellFormedKey(token)) return null
    const lease = leases.get(token)
    let credential = lease && lease.until > performance.now() ? lease.credential : null
    if (credential === null) {
      // Counted from before the question, since the answer may be as old as that.
      const until = performance.now() + leaseMs
      credential = await lookUp(database, token)
      leases.delete(token)
      if (credential === null) return null
      if (leases.size >= leasesAtMost) leases.delete(leases.keys().next().value!)
      leases.set(token, { credential, until })
    }
    if (credential.expiresAt !== null && credential.expiresAt <= Date.now()) return null
    used.set(credential.keyId, credential)
    return credential
  }

  const writeUse = async () => {
    const keys = [...used.values()]
    used.clear()
    if (keys.length === 0) return
    await noteUse(database, keys).catch((error) => log.warn({ err: error }, 'last use of keys was not written'))
  }
  const timer = setInterval(writeUse, useWrittenEveryMs).unref()

  return {
    authenticate,
    async close() {
      clearInterval(timer)
      await writeUse()
    },
  }
}

async function lookUp({ db }: Database, token: string): Promise<Credential | null> {
  const [row] = await activeKey(db, { hash: hashKey(token) })
  if (!row) return null
  return {
    keyId: row.id,
    workspaceId: row.workspace_id,
    scopes: new Set(row.scopes as ScopeName[]),
    expiresAt: row.expires_at === null ? null : Date.parse(row.expires_at),
  }
}

const activeKey = prepared((db, { hash }: { hash: Buffer }) =>
  db
    .selectFrom('api_keys')
    .select(['id', 'workspace_id', 'scopes', 'expires_at'])
    .where('hash', '=', hash)
    .where('revoked_at', 'is', null),
)

/** One statement for all keys of the last minute, in the order of their ids so that processes do not deadlock. */
async function noteUse({ db }: Database, keys: Credential[]): Promise<void> {
  await sql`
    update api_keys set last_used_at = now()
    from (select k.workspace_id, k.id from api_keys k
          join unnest(${keys.map(({ workspaceId }) => workspaceId)}::uuid[], ${keys.map(({ keyId }) => keyId)}::uuid[])
            as used (workspace_id, id) on k.workspace_id = used.workspace_id and k.id = used.id
          order by k.id for update of k) as locked
    where api_keys.workspace_id = locked.workspace_id and api_keys.id = locked.id`.execute(db)
}
