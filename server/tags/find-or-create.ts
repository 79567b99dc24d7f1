import { sql } from 'kysely'
import type { WriteScope } from '../platform/scope.ts'
import { addTag } from './add.ts'

/**
 * The ids of the tags of these names, without regard to case. What is not there yet is made, in a colour that settings
 * can change. @throws 400 for what cannot be a name; 403 when one would have to be made by somebody who may not
 */
export async function findOrCreateTags(tx: WriteScope, names: string[]): Promise<string[]> {
  if (names.length === 0) return []
  // PostgreSQL alone decides which names are the same.
  const { rows } = await sql<{ name: string; id: string | null }>`
    select w.name, t.id
    from (select distinct on (lower(name)) name, lower(name) as sort_name, place
      from unnest(${names}::text[]) with ordinality as n (name, place) order by lower(name), place) w
    left join tags t on t.workspace_id = ${tx.workspaceId} and t.sort_name = w.sort_name
    order by w.place`.execute(tx.db)
  return Promise.all(rows.map(async ({ name, id }) => id ?? (await addTag(tx, { name, color: colorOf(name) })).id))
}

// Far enough apart to be told from one another, and readable on light and dark.
const colors = ['#2563eb', '#0d9488', '#d97706', '#7c3aed', '#db2777', '#b91c1c', '#4d7c0f', '#0891b2']

const colorOf = (name: string): string =>
  colors[[...name.toLowerCase()].reduce((sum, letter) => sum + letter.codePointAt(0)!, 0) % colors.length]!
