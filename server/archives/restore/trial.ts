import type { PoolClient } from 'pg'
import { type ArchivedTable, memberName } from '../format.ts'
import { hasId, type IdMap, translateIds } from './ids.ts'
import type { ArchivedRecord, RecordProblem } from './record.ts'
import { describeRefusal } from './refusals.ts'
import { identifier, recordsSource } from './table-sql.ts'

// Finds the records that the database would refuse, without writing to the workspace: records are inserted into
// temporary tables with the constraints of the real tables, and their references are looked up among the earlier
// records and the rows of the workspace.

export interface TrialItem {
  number: number
  text: string
  record: ArchivedRecord
}

interface Reference {
  table: string
  column: string
  parent: string
  parentColumn: string
  constraint: string
}

export interface Trial {
  /** Returns the problems of records by line. */
  test(archived: ArchivedTable, columns: string[], items: TrialItem[]): Promise<Map<number, RecordProblem>>
}

/** Begins a trial in the transaction of a client, which the caller rolls back. */
export async function startTrial(
  client: PoolClient,
  { workspaceId, ids, types }: { workspaceId: string; ids: IdMap; types: Map<string, Map<string, string>> },
): Promise<Trial> {
  const references = await loadReferences(client)
  const accepted = new Map<string, Set<unknown>>()
  const created = new Set<string>()

  const createTable = async ({ name, table }: ArchivedTable, columns: string[]) => {
    if (created.has(name)) return
    created.add(name)
    await client.query(
      `create temp table ${identifier(`trial_${name}`)} (like public.${identifier(table)} including constraints) on commit drop`,
    )
    // These columns get their values from the import or the database.
    const others = [...types.get(table)!.keys()].filter((each) => each !== 'workspace_id' && !columns.includes(each))
    if (others.length > 0) {
      const changes = others.map((column) => `alter column ${identifier(column)} drop not null`)
      await client.query(`alter table ${identifier(`trial_${name}`)} ${changes.join(', ')}`)
    }
  }

  const insert = async (
    archived: ArchivedTable,
    columns: string[],
    items: TrialItem[],
    refuse: Refuse,
  ): Promise<void> => {
    if (items.length === 0) return
    const { name, table } = archived
    const records = `[${items.map(({ text }) => translateIds(ids, text)).join(',')}]`
    await client.query('savepoint trial')
    try {
      await client.query(
        `insert into ${identifier(`trial_${name}`)} (workspace_id, ${columns.map(identifier).join(', ')})
         select $1::uuid, ${columns.map((column) => `r.${identifier(memberName(archived, column))}`).join(', ')}
         from ${recordsSource(archived, columns, types.get(table)!)}`,
        [workspaceId, records],
      )
      await client.query('rollback to savepoint trial')
    } catch (error) {
      await client.query('rollback to savepoint trial')
      const refusal = describeRefusal(error)
      if (refusal === null) throw error
      if (items.length === 1) return refuse(items[0]!, refusal)
      const middle = items.length >> 1
      await insert(archived, columns, items.slice(0, middle), refuse)
      await insert(archived, columns, items.slice(middle), refuse)
    }
  }

  const findMissing = async (archived: ArchivedTable, items: TrialItem[], refuse: Refuse): Promise<void> => {
    for (const { column, parent, parentColumn, constraint } of references.get(archived.table) ?? []) {
      // A reply may come before the comment that it answers.
      if (parent === archived.table || !archived.columns.includes(column)) continue
      const name = memberName(archived, column)
      const unknown = items.filter(({ record }) => record[name] != null && !accepted.get(parent)?.has(record[name]))
      if (unknown.length === 0) continue
      const here = ({ record }: TrialItem) => ids.changed.get(record[name] as string) ?? record[name]
      const { rows } = await client.query<{ id: string }>(
        `select ${identifier(parentColumn)} as id from public.${identifier(parent)}
         where workspace_id = $1 and ${identifier(parentColumn)} = any($2::uuid[])`,
        [workspaceId, unknown.map(here)],
      )
      const found = new Set<unknown>(rows.map(({ id }) => id))
      for (const item of unknown) {
        if (found.has(here(item)) || ids.gone.has(item.record[name] as string)) continue
        refuse(item, { column: null, reason: `refers to a record that does not exist (${constraint})` })
      }
    }
  }

  return {
    async test(archived, columns, items) {
      const problems = new Map<number, RecordProblem>()
      const refuse: Refuse = ({ number }, { column, reason }) => {
        if (!problems.has(number)) problems.set(number, { column, reason })
      }
      await createTable(archived, columns)
      await insert(archived, columns, items, refuse)
      await findMissing(archived, items, refuse)
      if (hasId(archived)) {
        const known = accepted.get(archived.table) ?? new Set()
        accepted.set(archived.table, known)
        for (const item of items) {
          if (problems.has(item.number)) continue
          if (known.has(item.record.id))
            refuse(item, { column: null, reason: 'is the same as another record that exists already' })
          else known.add(item.record.id)
        }
      }
      return problems
    },
  }
}

type Refuse = (item: TrialItem, problem: RecordProblem) => void

/** Loads the references between tables of a workspace: pairs of the workspace and a column. */
async function loadReferences(client: PoolClient): Promise<Map<string, Reference[]>> {
  const { rows } = await client.query<Reference>(
    `select c.conrelid::regclass::text as table, c.confrelid::regclass::text as parent, c.conname as constraint,
       child.attname::text as column, parent.attname::text as "parentColumn"
     from pg_constraint c
     join pg_attribute child on child.attrelid = c.conrelid and child.attnum = c.conkey[2]
     join pg_attribute parent on parent.attrelid = c.confrelid and parent.attnum = c.confkey[2]
     where c.contype = 'f' and c.connamespace = 'public'::regnamespace and cardinality(c.conkey) = 2
       and parent.attname = 'id'`,
  )
  return Map.groupBy(rows, ({ table }) => table)
}
