import { sql } from 'kysely'
import { audit } from '../audit/record.ts'
import { permit } from '../platform/authorization.ts'
import { newId } from '../platform/ids.ts'
import type { WriteScope } from '../platform/scope.ts'
import type { ImportOptions, ImportSource } from './options.ts'
import { importsCan } from './permissions.ts'

export interface NewImport {
  source: ImportSource
  /** The name of the file or repository. */
  name: string
  options: ImportOptions
  /** The hash of the files. Null for archives and connections. */
  fingerprint: string | null
  total?: number
}

/** Starts an import. Its batches (run.ts) may run in another process. @throws 403 */
export async function startImport(
  tx: WriteScope,
  { source, name, options, fingerprint, total }: NewImport,
): Promise<string> {
  permit(importsCan(tx.actor).run)
  const id = newId()
  await tx.db
    .insertInto('imports')
    .values({
      workspace_id: tx.workspaceId,
      id,
      source,
      name: name.slice(0, 300),
      state: 'running',
      options: JSON.stringify(options),
      fingerprint,
      total: total ?? null,
      started_by_type: tx.actor.type as 'key' | 'member' | 'system',
      started_by_id: tx.actor.id,
      created_at: tx.now,
      active_at: tx.now,
    })
    .execute()
  audit(tx, 'import.started', id, { source, name: name.slice(0, 300) })
  return id
}

/** Resumes an import that failed or whose process was killed. @throws 403 */
export async function resumeImport(tx: WriteScope, id: string): Promise<void> {
  permit(importsCan(tx.actor).run)
  await sql`update imports set state = 'running', error = null, active_at = ${tx.now}
    where workspace_id = ${tx.workspaceId} and id = ${id} and state in ('running', 'failed')`.execute(tx.db)
}
