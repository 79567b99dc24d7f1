import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { permit } from '../../platform/authorization.ts'
import { invalidState } from '../../platform/problems.ts'
import type { WriteScope } from '../../platform/scope.ts'
import type { ImportOptions, ImportSource } from '../options.ts'
import { importsCan } from '../permissions.ts'
import { getImportRow } from '../queries.ts'
import { importQueue } from '../queues.ts'
import { startUndo } from '../undo/undo.ts'

// An import in the console is a draft until somebody starts it. Its file is stored, and its columns and statuses can be
// mapped. A check runs it without writing. Both run as jobs (work.ts), so that closing the page does not stop them.

/** Stores a draft of an import whose file has been received. @throws 403 */
export async function createDraft(
  tx: WriteScope,
  {
    id,
    source,
    name,
    options = {},
    credential,
  }: { id: string; source: ImportSource; name: string; options?: ImportOptions; credential?: Buffer },
): Promise<void> {
  permit(importsCan(tx.actor).run)
  await tx.db
    .insertInto('imports')
    .values({
      workspace_id: tx.workspaceId,
      id,
      source,
      name: name.slice(0, 300) || 'file',
      state: 'draft',
      options: JSON.stringify(options),
      credential: credential ?? null,
      started_by_type: tx.actor.type as 'member',
      started_by_id: tx.actor.id,
      created_at: tx.now,
      active_at: tx.now,
    })
    .execute()
}

/** Changes how a draft is read. @throws 400 if it has been started; 403; 404 */
export async function updateDraft(
  tx: WriteScope,
  id: string,
  { source, options }: { source: ImportSource; options: ImportOptions },
): Promise<void> {
  permit(importsCan(tx.actor).run)
  const row = await getImportRow(tx, id)
  const fixed = ['github', 'heed']
  if (row.source !== source && (fixed.includes(row.source) || fixed.includes(source))) {
    throw invalidState('The format of this import cannot be changed. Upload the file again.')
  }
  // The kinds that a connection downloads are chosen when it is created.
  const { kinds } = row.options as ImportOptions
  const stored: ImportOptions = { ...options, ...(kinds && { kinds }) }
  const { numUpdatedRows } = await tx.db
    .updateTable('imports')
    .set({ source, options: JSON.stringify(stored), state: 'draft', error: null, active_at: tx.now })
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', id)
    .where('state', 'in', ['draft', 'checked'])
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw invalidState('This import has been started, so it can no longer be changed.')
}

/** Deletes a draft, which stops its check. The caller removes its file afterwards. @throws 403; 404 */
export async function deleteDraft(tx: WriteScope, id: string): Promise<void> {
  permit(importsCan(tx.actor).run)
  await getImportRow(tx, id)
  const { numDeletedRows } = await tx.db
    .deleteFrom('imports')
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', id)
    .where('state', 'in', ['draft', 'checking', 'checked'])
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw invalidState('This import has been started. Undo it instead.')
}

/** Checks a draft in a job, without writing its data. @throws 400; 403; 404 */
export async function requestCheck(tx: WriteScope, id: string): Promise<void> {
  permit(importsCan(tx.actor).run)
  await moveTo(tx, id, 'checking', ['draft', 'checked'])
  await tx.enqueue(importQueue, { workspaceId: tx.workspaceId, importId: id, task: 'check' })
}

/** Runs a draft in a job, or resumes an import that failed. @throws 400; 403; 404 */
export async function requestRun(tx: WriteScope, id: string): Promise<void> {
  permit(importsCan(tx.actor).run)
  const { state, source, name } = await getImportRow(tx, id)
  const isResumed = state === 'failed' || state === 'running'
  await moveTo(tx, id, 'running', ['draft', 'checked', 'failed', 'running'], { keeps: isResumed })
  if (!isResumed) audit(tx, 'import.started', id, { source, name })
  await tx.enqueue(importQueue, { workspaceId: tx.workspaceId, importId: id, task: 'run' })
}

/** Undoes an import in a job. @throws 400 if it is too late; 403; 404 */
export async function requestUndo(tx: WriteScope, id: string): Promise<void> {
  permit(importsCan(tx.actor).run)
  await startUndo(tx, id)
  await tx.enqueue(importQueue, { workspaceId: tx.workspaceId, importId: id, task: 'undo' })
}

async function moveTo(
  tx: WriteScope,
  id: string,
  to: 'checking' | 'running',
  from: string[],
  { keeps = false } = {},
): Promise<void> {
  const row = await getImportRow(tx, id)
  if (!from.includes(row.state)) throw invalidState('The state of this import has changed. Reload the page.')
  await sql`update imports set state = ${to}, error = null, active_at = ${tx.now}
      ${keeps ? sql`` : sql`, position = 0, total = null, counts = '{}', problem_count = 0`}
    where workspace_id = ${tx.workspaceId} and id = ${id} and state = ${row.state}`.execute(tx.db)
  if (!keeps) {
    await tx.db
      .deleteFrom('import_problems')
      .where('workspace_id', '=', tx.workspaceId)
      .where('import_id', '=', id)
      .execute()
  }
}
