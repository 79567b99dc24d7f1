import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Scope, WriteScope } from '../../platform/scope.ts'
import { fingerprintOf, hasFingerprint, tableOf } from '../fingerprints.ts'
import type { ImportOptions } from '../options.ts'
import type { ImportCounts, ImportedResource, ImportProblem, ImportRecord, Outcome } from '../records.ts'
import type { RequestSurvey } from '../survey.ts'

/** A record with its place in the file. */
export type Located<R extends ImportRecord = ImportRecord> = R & { file: string; line: number }

/** The resources whose id in the source is stored. */
export type RememberedResource = Exclude<ImportedResource, 'votes'>

// Resources that only the id in the source identifies. Others have a unique name or email address.
const identified: ReadonlySet<RememberedResource> = new Set(['feedback', 'comments', 'changelog'])

/** The state that all batches of an import share. */
export interface ImportRun {
  importId: string
  source: string
  options: ImportOptions
  /** Whether the number of votes of a request includes votes without a person. */
  countsUnnamedVotes: boolean
  requests: ReadonlyMap<string, RequestSurvey>
  /** Members by their email address, in lower case. Their staff replies are attributed to them. */
  members: ReadonlyMap<string, string>
  /** The ids in Heed by resource and id in the source, of the records that this process has seen. */
  known: KnownIds
}

type KnownIds = Map<RememberedResource, Map<string, string>>

function addKnown(ids: KnownIds, resource: RememberedResource, sourceId: string, id: string): void {
  let known = ids.get(resource)
  if (known === undefined) {
    known = new Map()
    ids.set(resource, known)
  }
  known.set(sourceId, id)
}

/** A row of `imported_records`, with short hashes of its fields as they were in the file. */
export interface RememberedRow {
  sourceId: string
  targetId: string
  fields: Record<string, string>
  importId: string | null
}

/** Collects the results of one batch. `tx` is null in a dry run, which reads and counts but writes nothing. */
export class Batch {
  readonly counts: ImportCounts = {}
  readonly problems: ImportProblem[] = []
  readonly run: ImportRun
  readonly scope: Scope
  readonly tx: WriteScope | null
  readonly #learned: KnownIds = new Map()

  constructor(run: ImportRun, scope: Scope, tx: WriteScope | null) {
    this.run = run
    this.scope = scope
    this.tx = tx
  }

  count(resource: ImportedResource, outcome: Outcome, number = 1): void {
    this.counts[resource] ??= { created: 0, updated: 0, unchanged: 0, failed: 0 }
    this.counts[resource][outcome] += number
  }

  refuse({ file, line, resource }: Located, reason: string): void {
    this.problems.push({ file, line, column: null, reason, isRefused: true })
    this.count(resource, 'failed')
  }

  note({ file, line }: Located, reason: string): void {
    this.problems.push({ file, line, column: null, reason, isRefused: false })
  }

  learn(resource: RememberedResource, sourceId: string, id: string): void {
    addKnown(this.#learned, resource, sourceId, id)
  }

  knownId(resource: RememberedResource, sourceId: string): string | undefined {
    return this.#learned.get(resource)?.get(sourceId) ?? this.run.known.get(resource)?.get(sourceId)
  }

  /** Keeps the ids of this batch for the next ones. Called after the commit. */
  keep(): void {
    for (const [resource, ids] of this.#learned) {
      for (const [sourceId, id] of ids) addKnown(this.run.known, resource, sourceId, id)
    }
  }

  /** Looks up the ids in Heed for ids of the source. Unknown ids are left out. */
  async findIds(resource: RememberedResource, sourceIds: Iterable<string>): Promise<void> {
    const missing = [...new Set(sourceIds)].filter((id) => this.knownId(resource, id) === undefined)
    if (missing.length === 0) return
    const found = await this.remembered(resource, missing)
    const isDeleted = resource === 'boards' ? await this.#deletedBoards(found) : () => false
    for (const { sourceId, targetId } of found) if (!isDeleted(targetId)) this.learn(resource, sourceId, targetId)
  }

  /** A deleted board is created again if a request of the file is on it. */
  async #deletedBoards(found: RememberedRow[]): Promise<(id: string) => boolean> {
    const { rows } = await sql<{ id: string }>`select id from boards where workspace_id = ${this.scope.workspaceId}
      and id = any(${found.map(({ targetId }) => targetId)}::uuid[])`.execute(this.scope.db)
    const existing = new Set(rows.map(({ id }) => id))
    return (id) => !existing.has(id)
  }

  async remembered(resource: RememberedResource, sourceIds: string[]): Promise<RememberedRow[]> {
    if (sourceIds.length === 0) return []
    return this.scope.db
      .selectFrom('imported_records')
      .select(['source_id as sourceId', 'target_id as targetId', 'fields', 'import_id as importId'])
      .where('workspace_id', '=', this.scope.workspaceId)
      .where('source', '=', this.run.source)
      .where('resource', '=', resource)
      .where('source_id', '=', sql<string>`any(${sourceIds}::text[])`)
      .execute() as Promise<RememberedRow[]>
  }

  /**
   * Stores the source ids of rows that earlier statements have written.
   * @param rows with whether this import created them, so that undoing it deletes them
   */
  remember(
    resource: RememberedResource,
    rows: {
      sourceId: string
      targetId: string
      fields?: Record<string, string>
      isCreated: boolean
      parentId?: string
    }[],
  ): void {
    if (this.tx === null || rows.length === 0) return
    // If two imports create the same row at the same time, the second is retried and finds the row of the first.
    const isNew = identified.has(resource) && rows.every(({ isCreated }) => isCreated)
    const onConflict = isNew
      ? sql``
      : sql`on conflict (workspace_id, source, resource, source_id)
          do update set fields = imported_records.fields || excluded.fields,
            import_id = coalesce(excluded.import_id, imported_records.import_id),
            -- A row that was deleted since is created again.
            target_id = case when excluded.import_id is null then imported_records.target_id else excluded.target_id end`
    // The created rows have been inserted by an earlier statement.
    const [fingerprint, target] = hasFingerprint(resource)
      ? [
          sql`case when n.is_created then jsonb_build_object('row', ${fingerprintOf(resource, 't')}) else '{}' end`,
          sql`left join ${sql.table(tableOf(resource))} t on t.workspace_id = ${this.scope.workspaceId} and t.id = n.target_id`,
        ]
      : [sql`'{}'::jsonb`, sql``]
    this.tx.defer(
      sql`insert into imported_records
          (workspace_id, source, resource, source_id, target_id, import_id, fields, parent_source_id)
        select ${this.scope.workspaceId}::uuid, ${this.run.source}, ${resource}, n.source_id, n.target_id,
          case when n.is_created then ${this.run.importId}::uuid end, n.fields || ${fingerprint}, n.parent_id
        from unnest(${rows.map(({ sourceId }) => sourceId)}::text[], ${rows.map(({ targetId }) => targetId)}::uuid[],
          ${rows.map(({ isCreated }) => isCreated)}::boolean[],
          ${rows.map(({ fields = {} }) => JSON.stringify(fields))}::jsonb[],
          ${rows.map(({ parentId = null }) => parentId)}::text[]) as n (source_id, target_id, is_created, fields, parent_id) ${target}
        ${onConflict}`.execute(this.tx.db),
    )
  }

  /** Stores the earlier values of updated rows for undoing, and the new hashes. */
  rememberChanges(
    resource: RememberedResource,
    changes: { row: RememberedRow; before: object; after: object; fields: Record<string, string> }[],
  ): void {
    if (this.tx === null || changes.length === 0) return
    this.remember(
      resource,
      changes.map(({ row, fields }) => ({ ...row, fields, isCreated: false })),
    )
    const updates = changes.filter(({ before }) => Object.keys(before).length > 0)
    if (updates.length === 0) return
    this.tx.defer(
      sql`insert into import_changes
          (workspace_id, import_id, resource, source_id, target_id, before, after, earlier_fields, created_at)
        select ${this.scope.workspaceId}::uuid, ${this.run.importId}::uuid, ${resource}, n.source_id, n.target_id,
          n.before, n.after, n.earlier, ${this.scope.now}
        from unnest(${updates.map(({ row }) => row.sourceId)}::text[], ${updates.map(({ row }) => row.targetId)}::uuid[],
          ${updates.map(({ before }) => JSON.stringify(before))}::jsonb[],
          ${updates.map(({ after }) => JSON.stringify(after))}::jsonb[],
          ${updates.map(({ row }) => JSON.stringify(row.fields))}::jsonb[])
          as n (source_id, target_id, before, after, earlier)
        on conflict do nothing`.execute(this.tx.db),
    )
  }
}

/** Returns a short hash of a value. Two values of one field never share one in practice. */
export const shortHash = (value: string | number | null): string =>
  createHash('sha1').update(`${value}`).digest('base64url').slice(0, 10)

/** Collects the values of columns for a statement over `unnest`. */
export const columnOf = <T, K extends keyof T>(rows: readonly T[], name: K): T[K][] => rows.map((row) => row[name])
