import type { PoolClient } from 'pg'
import type { Vault } from '../../platform/crypto/vault.ts'
import { generateSecret, sealSecret } from '../../webhooks/secret.ts'
import { type ArchivedTable, memberName, recordsName } from '../format.ts'
import { type Line, readLines } from '../read/read-lines.ts'
import { hasParent, parentOf } from './additions.ts'
import { type ContentsDeps, storeContents } from './contents.ts'
import { isUpdatable } from './fields.ts'
import { hasId, type IdMap, keyOf, translateIds } from './ids.ts'
import { type ArchivedRecord, createRecordChecker } from './record.ts'
import { describeRefusal } from './refusals.ts'
import { insertSql, updateSql } from './table-sql.ts'
import { lockRenewedSql, renewSql } from './updates.ts'

export interface RestoreProblem {
  file: string
  line: number
  column: string | null
  reason: string
}

export interface TableCounts {
  created: number
  updated: number
  unchanged: number
  failed: number
}

export interface RestoreContext extends ContentsDeps {
  client: PoolClient
  vault: Vault
  workspaceId: string
  originId: string
  importId: string
  isRebuild: boolean
  now: string
  ids: IdMap
  /** When the last imported archive of the same workspace was written; null if this is the first. */
  importedUntil: string | null
  types: Map<string, Map<string, string>>
  signal: AbortSignal
  onProblem(problem: RestoreProblem): void
  /** Called with the number of records of each committed batch. */
  onRows(rows: number): Promise<void>
}

interface Statements {
  sql: string
  /** Updates what an earlier import created; null for tables whose records never change. */
  renewal: string | null
}

interface Item extends Line {
  record: ArchivedRecord
}

// Large enough for few statements, small enough to hold locks only briefly.
const batchSize = 500
const batchBytes = 2_000_000

/** Writes the records of one file, in batches that are committed one by one. */
export async function restoreTable(context: RestoreContext, archived: ArchivedTable): Promise<TableCounts> {
  const name = recordsName(archived.name)
  const counts: TableCounts = { created: 0, updated: 0, unchanged: 0, failed: 0 }
  const types = context.types.get(archived.table)!
  const checker = createRecordChecker(archived, types)
  const refuse = (line: number, column: string | null, reason: string) => {
    counts.failed += 1
    context.onProblem({ file: name, line, column, reason })
  }
  const existing = context.ids.existing.get(archived.table)
  // Records may come before the records of the same file that they refer to.
  let waiting: Item[] = []
  const write = async (items: Item[], isLast = false): Promise<void> => {
    if (items.length === 0) return
    const columns = checker.columns()!
    const statements = {
      sql: (archived.isUpdate ? updateSql : insertSql)(archived, columns, types),
      renewal: isUpdatable(archived) ? renewSql(archived, columns, types) : null,
    }
    for (const { item, outcome } of await writeItems(context, archived, statements, items)) {
      if (outcome === 'written') counts[archived.isUpdate ? 'updated' : 'created'] += 1
      else if (outcome === 'updated') counts.updated += 1
      else if (outcome === 'exists') {
        const isKnown = archived.isUpdate || !hasId(archived) || existing?.has(item.record.id as string)
        if (wasOwn(context, archived, item.record)) counts.created += 1
        else if (isKnown) counts.unchanged += 1
        else refuse(item.number, null, 'is the same as a record that already exists')
      } else if (outcome.isReference && namesGone(context, archived, item.record)) counts.unchanged += 1
      else if (outcome.isReference && !isLast) waiting.push(item)
      else refuse(item.number, outcome.column, outcome.reason)
    }
  }
  let batch: Item[] = []
  let bytes = 0
  const flush = async () => {
    const items = batch
    batch = []
    bytes = 0
    await write(items)
    await context.onRows(items.length)
  }
  for await (const lines of readLines(context.zip, name)) {
    context.signal.throwIfAborted()
    for (const { number, text } of lines) {
      // Whether the record exists depends on its id in the archive.
      const parsed = checker.parse(text)
      if ('problem' in parsed) {
        refuse(number, parsed.problem.column, parsed.problem.reason)
        continue
      }
      const { record } = parsed
      if (wasRemoved(context, archived, record)) {
        counts.unchanged += 1
        continue
      }
      const problem = archived.table === 'files' ? await storeFile(context, record) : null
      if (problem === 'exists') counts[wasOwn(context, archived, record) ? 'created' : 'unchanged'] += 1
      else if (problem !== null) refuse(number, null, problem)
      else {
        batch.push({ number, text, record })
        bytes += text.length
      }
      if (batch.length >= batchSize || bytes >= batchBytes) await flush()
    }
  }
  await flush()
  for (let before = -1; waiting.length > 0 && waiting.length !== before; ) {
    before = waiting.length
    const again = waiting
    waiting = []
    await write(again)
  }
  await write(waiting.splice(0), true)
  return counts
}

/** Returns whether an earlier import created a record that has been deleted, merged or withdrawn since. */
function wasRemoved({ ids, importedUntil }: RestoreContext, archived: ArchivedTable, record: ArchivedRecord): boolean {
  if (hasId(archived)) return ids.gone.has(record.id as string)
  const { feedbackId, customerId, createdAt } = record as Record<string, string>
  // The last archive contained this vote too, because it contained its request and voter and is newer than the vote. If
  // the vote still exists, skipping it loses nothing.
  return (
    archived.table === 'votes' &&
    importedUntil !== null &&
    createdAt! <= importedUntil &&
    ids.known.has(feedbackId!) &&
    ids.known.has(customerId!)
  )
}

/** Returns whether a record refers to a record that has been deleted or merged since its import. */
const namesGone = ({ ids, types }: RestoreContext, archived: ArchivedTable, record: ArchivedRecord): boolean =>
  ids.gone.size > 0 &&
  archived.columns.some(
    (column) =>
      types.get(archived.table)!.get(column) === 'uuid' && ids.gone.has(record[memberName(archived, column)] as string),
  )

/** Returns whether this import created an existing record before it was interrupted. */
const wasOwn = ({ ids, isRebuild }: RestoreContext, archived: ArchivedTable, record: ArchivedRecord): boolean =>
  hasId(archived) ? ids.own.has(record.id as string) : isRebuild && archived.isUpdate !== true

/** Stores the contents of a file. @returns what is wrong with them; `exists` if they are already stored */
async function storeFile(context: RestoreContext, record: ArchivedRecord): Promise<string | null> {
  const { id, sha256, content_type: _, contentType, bytes } = record
  const sourceId = id as string
  if (context.ids.existing.get('files')?.has(sourceId)) return 'exists'
  if (typeof sha256 !== 'string') return 'has no contents in the archive'
  return storeContents(context, {
    workspaceId: context.workspaceId,
    sourceId,
    targetId: context.ids.changed.get(sourceId) ?? sourceId,
    contentType: contentType as string,
    bytes: bytes as number,
    sha256,
  })
}

type Outcome = 'written' | 'updated' | 'exists' | { isReference: boolean; column: string | null; reason: string }

/**
 * Writes records in one transaction. If the database refuses the transaction, tries each half, until only the refused
 * records are left out.
 */
async function writeItems(
  context: RestoreContext,
  archived: ArchivedTable,
  { sql, renewal }: Statements,
  items: Item[],
): Promise<{ item: Item; outcome: Outcome }[]> {
  try {
    const { written, updated } = await writeBatch(context, archived, { sql, renewal }, items)
    return items.map((item) => {
      const key = keyOf(archived, translated(context, archived, item))
      return { item, outcome: written.has(key) ? 'written' : updated.has(key) ? 'updated' : 'exists' }
    })
  } catch (error) {
    const refusal = describeRefusal(error)
    // Other errors, such as a lost connection, are not problems of the records.
    if (refusal === null) throw error
    if (items.length === 1) return [{ item: items[0]!, outcome: refusal }]
    const middle = items.length >> 1
    return [
      ...(await writeItems(context, archived, { sql, renewal }, items.slice(0, middle))),
      ...(await writeItems(context, archived, { sql, renewal }, items.slice(middle))),
    ]
  }
}

/** Returns the members of the key, with the ids of this workspace. */
const translated = ({ ids }: RestoreContext, archived: ArchivedTable, { record }: Item): ArchivedRecord =>
  ids.changed.size === 0 ? record : JSON.parse(translateIds(ids, JSON.stringify(pickKey(archived, record))))

const pickKey = ({ key, renamed }: ArchivedTable, record: ArchivedRecord): ArchivedRecord =>
  Object.fromEntries(
    key.map((column) => {
      const name = renamed?.[column] ?? column.replaceAll(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase())
      return [name, record[name]]
    }),
  )

/** Writes records in a transaction. @returns the keys of those that were written, and of rows that were updated */
async function writeBatch(
  context: RestoreContext,
  archived: ArchivedTable,
  { sql, renewal }: Statements,
  items: Item[],
): Promise<{ written: Set<string>; updated: Set<string> }> {
  const { client, workspaceId, originId, importId, now, ids } = context
  const records = `[${items.map(({ text }) => translateIds(ids, text)).join(',')}]`
  const parameters: unknown[] = [workspaceId, records, originId, importId, now]
  if (archived.table === 'webhooks') parameters.push(items.map(({ record }) => sealNewSecret(context, record)))
  if (hasId(archived)) {
    const changed = items.map(({ record }) => record.id as string).filter((id) => ids.changed.has(id))
    parameters.push(
      changed.map((id) => ids.changed.get(id)),
      changed,
    )
  }
  if (hasParent(archived)) parameters.push(existingParents(context, archived, items))
  await client.query('begin')
  try {
    await client.query(`set local statement_timeout = '2min'`)
    const { rows } = await client.query<{ key: string }>(sql, parameters)
    if (archived.table === 'files') await keepContents(context, items)
    let updated = new Set<string>()
    if (renewal !== null && items.some(({ record }) => ids.known.has(record.id as string))) {
      const keys = items.map((item) => keyOf(archived, translated(context, archived, item)))
      await client.query(lockRenewedSql(archived), [workspaceId, originId, keys])
      updated = keysOf((await client.query<{ key: string }>(renewal, parameters)).rows)
    }
    await client.query('commit')
    return { written: keysOf(rows), updated }
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

const keysOf = (rows: { key: string }[]) => new Set(rows.map(({ key }) => key))

/** Returns the requests or entries of records that this import has not created, with their ids in this workspace. */
function existingParents({ ids }: RestoreContext, archived: ArchivedTable, items: Item[]): string[] {
  const parents = new Set(items.map(({ record }) => parentOf(archived, record)))
  const isExisting = (id: string | null): id is string =>
    id !== null &&
    !ids.own.has(id) &&
    (ids.existing.get('feedback')?.has(id) || ids.existing.get('changelog_entries')?.has(id) || false)
  return [...parents].filter(isExisting).map((id) => ids.changed.get(id) ?? id)
}

/**
 * Creates secrets for imported webhooks, which are disabled. Nobody has seen these secrets, so they must be rotated.
 */
const sealNewSecret = ({ vault, workspaceId, ids }: RestoreContext, { id }: ArchivedRecord): Buffer =>
  sealSecret(vault, generateSecret(), { workspaceId, id: ids.changed.get(id as string) ?? (id as string) })

/** Cancels the scheduled removals of files that have rows now. */
const keepContents = ({ client, workspaceId, ids }: RestoreContext, items: Item[]) =>
  client.query('delete from file_removals where workspace_id = $1 and file_id = any($2::uuid[])', [
    workspaceId,
    items.map(({ record }) => ids.changed.get(record.id as string) ?? record.id),
  ])
