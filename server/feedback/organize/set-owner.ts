import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { notifyAssigned } from '../../inbox/notify.ts'
import { listMemberNames } from '../../members/choices.ts'
import { permit } from '../../platform/authorization.ts'
import { invalid } from '../../platform/problems.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { feedbackCan } from '../permissions.ts'
import { lockRequests } from './lock.ts'

export interface OwnerChange {
  id: string
  title: string
  /** The ids of the members. */
  from: string | null
  to: string | null
}

/**
 * Makes a member the owner of requests, or leaves them without an owner.
 * @returns the requests that had another owner.
 * @throws 400 on `/ownerId` unless it is a member of the workspace; 400 for more than 100 requests; 403; 404
 */
export async function setOwner(tx: WriteScope, ids: string[], ownerId: string | null): Promise<OwnerChange[]> {
  permit(feedbackCan(tx.actor).organize)
  const locked = await lockRequests(tx, ids)
  const changes = locked.map(({ id, title, owner_id: from }) => ({ id, title, from, to: ownerId }))
  return writeOwners(tx, changes)
}

/** Writes new owners of locked requests. @throws 400 on `/ownerId` */
export async function writeOwners(tx: WriteScope, wanted: OwnerChange[]): Promise<OwnerChange[]> {
  const names = await listMemberNames(
    tx,
    wanted.flatMap(({ from, to }) => [from, to]).filter((id) => id !== null),
  )
  if (wanted.some(({ to }) => to !== null && !names.has(to))) throw unknownMember()
  const changes = wanted.filter(({ from, to }) => from !== to)
  if (changes.length === 0) return []
  const ids = changes.map(({ id }) => id)
  // The API does not show the owner, so `updated_at` stays.
  tx.defer(
    sql`update feedback f set owner_id = n.owner_id
      from unnest(${ids}::uuid[], ${changes.map(({ to }) => to)}::uuid[]) as n (id, owner_id)
      where f.workspace_id = ${tx.workspaceId} and f.id = any(${ids}::uuid[]) and f.id = n.id`.execute(tx.db),
  )
  const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? null))
  for (const { id, from, to } of changes)
    audit(tx, 'feedback.owner_changed', id, { ownerId: [from, to], owner: [nameOf(from), nameOf(to)] })
  for (const [ownerId, assigned] of Map.groupBy(changes, ({ to }) => to))
    notifyAssigned(
      tx,
      assigned.map(({ id }) => id),
      ownerId,
    )
  return changes
}

const unknownMember = () => invalid([{ path: '/ownerId', message: 'must be a member of this workspace', code: 'gone' }])
