// The life of a custom domain (ADR 0023):
//
// - `pending`: entered in the settings, not served. Any number of workspaces may have the same pending domain.
//   → `verified` when the TXT record `_heed.<domain>` holds the workspace's token (`recordDomainCheck`).
// - `verified`: served, because `workspaces.portal_host` is this domain. Checked daily.
//   → `missing` when the DNS answers without the record. A DNS that fails changes nothing.
//   → `pending` when another workspace proves the same domain and this one's record is gone.
// - `missing`: still served until `served_until`.
//   → `verified` when the record is back, → `pending` when the time is over.

import { sql } from 'kysely'
import { randomBase62 } from '../../platform/crypto/base62.ts'
import { invalid } from '../../platform/problems.ts'
import type { Scope, WriteScope } from '../../platform/scope.ts'

export type DomainState = 'pending' | 'verified' | 'missing'

export interface PortalDomain {
  host: string
  state: DomainState
  /** The TXT record that proves the domain. */
  recordName: string
  recordValue: string
  /** When the DNS was last asked; null before the first time. */
  checkedAt: string | null
  /** When Heed stops serving a domain whose record is missing. */
  servedUntil: string | null
}

const recordPrefix = '_heed.'
// A DNS name has at most 253 characters.
export const maxHostLength = 253 - recordPrefix.length

export const recordNameOf = (host: string): string => `${recordPrefix}${host}`
export const recordValueOf = (token: string): string => `heed-verification=${token}`

/** Returns the state of a domain from its row. */
export const stateOf = (row: { verified_at: string | null; served_until: string | null }): DomainState => {
  if (row.verified_at === null) return 'pending'
  return row.served_until === null ? 'verified' : 'missing'
}

/** Loads the custom domain that a workspace has entered; null if there is none. */
export async function getPortalDomain({ db, workspaceId }: Scope): Promise<PortalDomain | null> {
  const row = await db
    .selectFrom('portal_domains')
    .select(['host', 'token', 'verified_at', 'checked_at', 'served_until'])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  if (!row) return null
  return {
    host: row.host,
    state: stateOf(row),
    recordName: recordNameOf(row.host),
    recordValue: recordValueOf(row.token),
    checkedAt: row.checked_at,
    servedUntil: row.served_until,
  }
}

/**
 * Enters a domain, or removes it. The previous domain is no longer served.
 * @param isTrusted whether the domain is served without proof (`TRUST_PORTAL_HOSTS`)
 * @throws 400 on `/host` if a trusted domain is served for another workspace
 */
export async function enterPortalDomain(tx: WriteScope, host: string | null, isTrusted: boolean): Promise<void> {
  if (isTrusted && host !== null) await requireUnserved(tx, host)
  tx.defer(tx.db.deleteFrom('portal_domains').where('workspace_id', '=', tx.workspaceId).execute())
  if (host !== null) {
    tx.defer(
      tx.db
        .insertInto('portal_domains')
        .values({
          workspace_id: tx.workspaceId,
          host,
          token: randomBase62(32),
          verified_at: isTrusted ? tx.now : null,
          created_at: tx.now,
        })
        .execute(),
    )
  }
  setServedHost(tx, isTrusted ? host : null)
}

/** Sets the domain that is served for the workspace's portal. */
export function setServedHost(tx: WriteScope, host: string | null): void {
  tx.defer(
    tx.db.updateTable('workspaces').set({ portal_host: host }).where('workspace_id', '=', tx.workspaceId).execute(),
  )
}

/** Rejects a domain that is served. If another workspace takes it meanwhile, the unique index causes a retry. */
async function requireUnserved({ db, workspaceId }: WriteScope, host: string): Promise<void> {
  const { rows } = await sql`select from workspaces
    where portal_host = ${host} and workspace_id <> ${workspaceId}`.execute(db)
  if (rows.length > 0) throw invalid([{ path: '/host', message: 'is already in use on this server' }])
}
