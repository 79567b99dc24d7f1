import { sql } from 'kysely'
import type { WriteScope } from '../../platform/scope.ts'
import type { UnmergePlan } from './restore-rows.ts'
import type { Merge } from './snapshot.ts'

/*
 * The owner of merged requests
 *
 * A target keeps its owner. If it has none, it takes the source's. The snapshot of each source has its own owner, which
 * is not the one that it took from a request merged into it, and whether the target has its owner only because of it.
 */

export interface MergedOwner {
  /** The owner that the request had of its own. */
  id: string | null
  /** Whether the target has its owner because of this request; true for at most one of several merged requests. */
  isSource: boolean
}

const ownerOf = ({ snapshot }: Merge): MergedOwner =>
  snapshot.owner ?? { id: snapshot.row.owner_id ?? null, isSource: false }

/** Gives the owner of a request to its target if that has none. @param merges the requests merged into it before */
export function transferOwner(tx: WriteScope, source: Merge, merges: Merge[], targetOwnerId: string | null): void {
  const ownerId = source.snapshot.row.owner_id ?? null
  const giver = merges.find((merge) => ownerOf(merge).isSource && ownerOf(merge).id === ownerId)
  const isTaken = ownerId !== null && targetOwnerId === null
  source.snapshot.owner = { id: giver ? null : ownerId, isSource: isTaken && !giver }
  for (const merge of merges) merge.snapshot.owner = { ...ownerOf(merge), isSource: isTaken && merge === giver }
  if (isTaken) tx.defer(setOwner(tx, source.targetId, ownerId))
}

/**
 * Returns the owner that a restored request had, and notes which of the requests that return with it gave it. Called
 * after `takeOwnerBack`, which reads what they gave to the target.
 */
export function restoredOwner({ own, returning }: UnmergePlan): string | null {
  const previous = own.snapshot.row.owner_id ?? null
  const isOwn = ownerOf(own).id === previous
  const giver = isOwn ? undefined : returning.find((merge) => ownerOf(merge).id === previous)
  for (const merge of returning) merge.snapshot.owner = { ...ownerOf(merge), isSource: merge === giver }
  return isOwn || giver ? previous : null
}

/**
 * Takes back from the target the owner that leaving requests gave it, unless the team has chosen another one since.
 * Another request that stays merged gives its own instead.
 */
export function takeOwnerBack(tx: WriteScope, { own, returning, staying, targetId }: UnmergePlan): void {
  const giver = [own, ...returning].find((merge) => ownerOf(merge).isSource)
  if (!giver) return
  const heir = staying.find((merge) => ownerOf(merge).id !== null)
  if (heir) heir.snapshot.owner = { ...ownerOf(heir), isSource: true }
  tx.defer(setOwner(tx, targetId, heir ? ownerOf(heir).id : null, ownerOf(giver).id))
}

/** Sets the owner, or none if the member has left. @param ifOwnerId changes nothing if someone else is the owner */
const setOwner = ({ db, workspaceId }: WriteScope, id: string, ownerId: string | null, ifOwnerId?: string | null) =>
  sql`update feedback set owner_id = (select m.id from members m where m.workspace_id = ${workspaceId} and m.id = ${ownerId})
    where workspace_id = ${workspaceId} and id = ${id}
    ${ifOwnerId === undefined ? sql`` : sql`and owner_id = ${ifOwnerId}`}`.execute(db)
