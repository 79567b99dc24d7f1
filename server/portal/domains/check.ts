import { audit } from '../../audit/record.ts'
import { permit } from '../../platform/authorization.ts'
import { notFound } from '../../platform/problems.ts'
import type { Scope, WriteScope } from '../../platform/scope.ts'
import { portalCan } from '../settings/permissions.ts'
import type { TxtAnswer, TxtLookup } from './dns.ts'
import { type DomainState, getPortalDomain, recordValueOf, setServedHost, stateOf } from './domain.ts'

/**
 * The result of a check: the state of the domain, `failed` if the DNS did not answer, or `conflict` if the domain also
 * holds the record of another portal that is served there.
 */
export type DomainCheck = DomainState | 'failed' | 'conflict'

// Long enough to survive a weekend with a failed DNS migration.
const graceDays = 3
const dayMs = 86_400_000

/** Asks the DNS for the record of the workspace's domain and applies the answer. @throws 404 without a domain; 403 */
export async function checkPortalDomain(
  { scope, write }: { scope: Scope; write: <T>(work: (tx: WriteScope) => Promise<T>) => Promise<T> },
  lookup: TxtLookup,
): Promise<DomainCheck> {
  permit(portalCan(scope.actor).update)
  const domain = await getPortalDomain(scope)
  if (domain === null) throw notFound()
  const answer = await lookup(domain.recordName)
  return write((tx) => recordDomainCheck(tx, domain.host, answer))
}

/** Applies an answer of the DNS. @throws 404 if the workspace has another domain by now; 403 */
export async function recordDomainCheck(tx: WriteScope, host: string, answer: TxtAnswer): Promise<DomainCheck> {
  permit(portalCan(tx.actor).update)
  const row = await tx.db
    .selectFrom('portal_domains')
    .select(['token', 'verified_at', 'served_until'])
    .where('workspace_id', '=', tx.workspaceId)
    .where('host', '=', host)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
  if (answer.kind === 'failed') {
    updateDomain(tx, {})
    return 'failed'
  }
  if (!answer.values.includes(recordValueOf(row.token))) return recordMissing(tx, host, row)
  if (row.verified_at === null && !(await releaseHost(tx, host, answer.values))) {
    updateDomain(tx, {})
    return 'conflict'
  }
  updateDomain(tx, { verified_at: row.verified_at ?? tx.now, served_until: null })
  if (row.verified_at === null) {
    setServedHost(tx, host)
    audit(tx, 'portal.domain_verified', tx.workspaceId, { host })
  }
  return 'verified'
}

interface Times {
  verified_at: string | null
  served_until: string | null
}

function recordMissing(tx: WriteScope, host: string, row: Times): DomainState {
  if (row.verified_at === null) {
    updateDomain(tx, {})
    return 'pending'
  }
  const servedUntil = row.served_until ?? new Date(Date.parse(tx.now) + graceDays * dayMs).toISOString()
  const isOver = servedUntil <= tx.now
  const times = isOver ? { verified_at: null, served_until: null } : { ...row, served_until: servedUntil }
  updateDomain(tx, times)
  if (isOver) {
    setServedHost(tx, null)
    audit(tx, 'portal.domain_lost', tx.workspaceId, { host })
  }
  return stateOf(times)
}

const updateDomain = (tx: WriteScope, times: Partial<Times>): void =>
  tx.defer(
    tx.db
      .updateTable('portal_domains')
      .set({ ...times, checked_at: tx.now })
      .where('workspace_id', '=', tx.workspaceId)
      .execute(),
  )

/**
 * Stops serving the domain for another workspace if its record is gone, because the domain has changed hands.
 * @returns false if the other workspace's record is still there
 */
async function releaseHost(tx: WriteScope, host: string, values: string[]): Promise<boolean> {
  // Two statements, because Citus would read the domains of all workspaces for a join.
  const other = await tx.db
    .selectFrom('workspaces')
    .select('workspace_id')
    .where('portal_host', '=', host)
    .where('workspace_id', '<>', tx.workspaceId)
    .executeTakeFirst()
  if (!other) return true
  const proof = await tx.db
    .selectFrom('portal_domains')
    .select('token')
    .where('workspace_id', '=', other.workspace_id)
    .where('host', '=', host)
    .executeTakeFirst()
  if (proof && values.includes(recordValueOf(proof.token))) return false
  const otherTx = { ...tx, workspaceId: other.workspace_id }
  updateDomain(otherTx, { verified_at: null, served_until: null })
  setServedHost(otherTx, null)
  audit({ ...otherTx, actor: { type: 'system', id: null } }, 'portal.domain_lost', other.workspace_id, { host })
  return true
}
