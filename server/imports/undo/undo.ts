import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { permit } from '../../platform/authorization.ts'
import { invalidState } from '../../platform/problems.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { importsCan } from '../permissions.ts'
import { getImportRow } from '../queries.ts'
import { deleteComments, deleteEntries } from './comments-and-entries.ts'
import { deleteCustomers, deleteUnused } from './people-and-places.ts'
import { deleteRequests, deleteVotes } from './requests.ts'
import { restoreChanges } from './restore.ts'

// Undoing an import
//
// First, an undo restores the rows that the import updated, unless they have changed since. Then it deletes the rows
// that the import created, in the order of their references, except rows that somebody has used or edited since: a
// request with a new vote, comment, link or edit is kept with everything that belongs to it, and so is a board, tag,
// customer, company, comment or changelog entry. Each step deletes some rows per transaction, with their records, and
// counts them in the same transaction, so an undo that is killed can be resumed.

/** How long an import can be undone. */
export const undoHours = 24

const rowsPerStep = 500

type Write = <T>(work: (tx: WriteScope) => Promise<T>) => Promise<T>

export interface UndoneCounts {
  deleted: number
  restored: number
  /** The number of rows that were kept because they have been used or edited since. */
  kept: number
}

/**
 * Starts to undo an import. A running import stops at its next batch, because its state has changed.
 * @throws 400 if it is too late or nothing was imported; 403; 404
 */
export async function startUndo(tx: WriteScope, importId: string): Promise<void> {
  permit(importsCan(tx.actor).run)
  const row = await getImportRow(tx, importId)
  if (row.state === 'undoing') return
  if (row.state === 'undone') throw invalidState('This import has already been undone.')
  if (row.state !== 'finished' && row.state !== 'failed' && row.state !== 'running')
    throw invalidState('This import has not been started, so there is nothing to undo.')
  const age = Date.parse(tx.now) - Date.parse(row.finished_at ?? row.active_at)
  if (age > undoHours * 3_600_000) {
    throw invalidState(`This import ended more than ${undoHours} hours ago, so it can no longer be undone.`)
  }
  await tx.db
    .updateTable('imports')
    .set({ state: 'undoing', credential: null, active_at: tx.now })
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', importId)
    .where('state', 'in', ['finished', 'failed', 'running'])
    .execute()
}

/** The result of one step of an undo. */
interface Step {
  /** How many rows it has processed; none are left if it is 0. */
  seen: number
  deleted?: number
  restored?: number
}

/** Undoes an import that `startUndo` has marked, or resumes the undo. @returns null if it was stopped */
export async function undoImport(
  { write, isStopping = () => false }: { write: Write; isStopping?: () => boolean },
  importId: string,
): Promise<UndoneCounts | null> {
  // The rows that were edited since, which later steps skip.
  const kept = new Set<string>()
  const page = { limit: rowsPerStep, kept }
  const steps: ((tx: WriteScope) => Promise<Step>)[] = [
    (tx) => restoreChanges(tx, importId, rowsPerStep),
    (tx) => deleteRequests(tx, importId, page),
    (tx) => deleteVotes(tx, importId, rowsPerStep * 4),
    (tx) => deleteComments(tx, importId, page),
    (tx) => deleteEntries(tx, importId, page),
    (tx) => deleteUnused(tx, importId, { resource: 'tags', limit: rowsPerStep }),
    (tx) => deleteUnused(tx, importId, { resource: 'boards', limit: rowsPerStep }),
    (tx) => deleteCustomers(tx, importId, rowsPerStep),
    (tx) => deleteUnused(tx, importId, { resource: 'companies', limit: rowsPerStep }),
  ]
  for (const step of steps) {
    for (let isMore = true; isMore; ) {
      if (isStopping()) return null
      isMore = await write(async (tx) => {
        const { seen, deleted = 0, restored = 0 } = await step(tx)
        tx.defer(
          sql`update imports set active_at = ${tx.now}, undo_deleted = undo_deleted + ${deleted},
              undo_restored = undo_restored + ${restored}
            where workspace_id = ${tx.workspaceId} and id = ${importId}`.execute(tx.db),
        )
        return seen > 0
      })
    }
  }
  return write((tx) => finishUndo(tx, importId))
}

/** Ends an undo. @returns what it did, including in processes that were killed @throws 403 */
export async function finishUndo(tx: WriteScope, importId: string): Promise<UndoneCounts> {
  permit(importsCan(tx.actor).run)
  const { rows } = await sql<UndoneCounts>`
    with kept as (
      update imported_records set import_id = null where workspace_id = ${tx.workspaceId} and import_id = ${importId}
      returning target_id),
    undone as (
      update imports set state = 'undone', undone_at = ${tx.now}, active_at = ${tx.now},
        undo_kept = undo_kept + (select count(distinct target_id) from kept)
      where workspace_id = ${tx.workspaceId} and id = ${importId} and state = 'undoing'
      returning undo_deleted, undo_restored, undo_kept)
    select undo_deleted as deleted, undo_restored as restored, undo_kept as kept from undone`.execute(tx.db)
  const [counts] = rows
  if (counts === undefined) return { deleted: 0, restored: 0, kept: 0 }
  audit(tx, 'import.undone', importId, { ...counts })
  return counts
}
